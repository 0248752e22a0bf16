import { databaseFaults } from "../faults/database-faults.ts";
import { testFaults } from "../faults/fault.ts";
import { nodeFaults } from "../faults/node-faults.ts";
import { upgrade } from "../faults/upgrade-fault.ts";

testFaults([...nodeFaults, ...databaseFaults, upgrade]);
