import type { InPlace } from "../acts.ts";

/** The bugs that are written where the host makes the mistake, by the rule that each breaks. */
export const inPlaceBugs = {
  "authentication#1": ["principal-kept-in-global"],
  "methods-and-redirects#1": ["head-with-body"],
  "listComputers.includeProvisioningSteps#1": ["steps-flag-kept-in-global"],
  updateComputer: ["parallel-updates-lose-one", "update-stored-later"],
  "updateComputer#1": ["update-visible-by-halves"],
  "updateComputer.409": ["refused-name-shown-briefly", "refused-user-shown-briefly"],
  "updateComputer.409#1": ["parallel-renames-share-name"],
  "ComputerUpdate.hostId#1": ["parallel-links-race"],
  "retryInstallDeps#1": ["parallel-retries-both-accepted"],
  "Computers#2": [
    "update-reverts-finished-install",
    "update-reverts-started-install",
    "later-steps-never-run",
  ],
} as const satisfies InPlace;
