import { scenarios, testKilledCopies } from "./test-killed-copies.ts";

// The rest is in test/full.
testKilledCopies(scenarios.slice(1, 2), /^(?:rename|unlink)/);
