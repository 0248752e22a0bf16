import { scenarios, testKilledCopies } from "../durability/test-killed-copies.ts";

testKilledCopies(scenarios);
