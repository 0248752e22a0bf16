import { databaseFaults } from "../faults/database-faults.ts";
import { testFaults } from "../faults/fault.ts";
import { upgrade } from "../faults/upgrade-fault.ts";

testFaults([...databaseFaults, upgrade]);
