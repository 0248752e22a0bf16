import { databaseFaults } from "../faults/database-faults.ts";
import { testFaults } from "../faults/fault.ts";
import { nodeFaults } from "../faults/node-faults.ts";
import { races } from "../faults/races.ts";
import { upgrade } from "../faults/upgrade-fault.ts";

console.info(
  "| fault | engine | acknowledged | lost or wrong | other answers | steps | longest gap | takeover |",
);
testFaults([
  ...nodeFaults,
  ...databaseFaults,
  upgrade,
  ...races({ computers: 40, installs: 200, hosts: 60, writes: 300 }),
]);
