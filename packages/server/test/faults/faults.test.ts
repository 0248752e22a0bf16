import { brokenConnections } from "./database-faults.ts";
import { testFaults } from "./fault.ts";
import { fullDisk, fullFile, killInInstallation, killOfService, noSync } from "./node-faults.ts";
import { races } from "./races.ts";

// One of each kind; test/full has all.
testFaults([
  killOfService(2),
  ...fullDisk.slice(0, 1),
  fullFile,
  noSync,
  brokenConnections(5),
  killInInstallation,
  ...races,
]);
