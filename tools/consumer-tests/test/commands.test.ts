import { testCommands } from "../src/on-runtimes/test-commands.ts";

testCommands("everyday");
