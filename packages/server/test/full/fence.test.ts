import { testFence } from "../faults/test-fence.ts";

testFence({ firstSeed: 1, lastSeed: 200, events: 12 });
