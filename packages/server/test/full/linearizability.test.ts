import { testRandomHistories } from "../faults/test-random-histories.ts";

testRandomHistories({ sound: 60, faulty: 20, short: 3000, bursts: 5 });
