import { testRandomHistories } from "../faults/test-random-histories.ts";

testRandomHistories({ short: 20_000, bursts: 5 });
