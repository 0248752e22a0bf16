import { testClient } from "../../src/on-runtimes/test-client.ts";
import { testCommands } from "../../src/on-runtimes/test-commands.ts";
import { testService } from "../../src/on-runtimes/test-service.ts";

testClient("full");
testCommands("full");
testService();
