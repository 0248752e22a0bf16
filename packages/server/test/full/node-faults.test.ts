import { testFaults } from "../faults/fault.ts";
import { nodeFaults } from "../faults/node-faults.ts";

testFaults(nodeFaults);
