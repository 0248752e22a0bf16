import { testClient } from "../../src/on-runtimes/test-client.ts";

testClient("everyday");
