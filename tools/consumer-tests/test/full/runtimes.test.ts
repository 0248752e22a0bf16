import { testClient } from "../../src/on-runtimes/test-client.ts";
import { testCommands } from "../../src/on-runtimes/test-commands.ts";

testClient("full");
testCommands("full");
