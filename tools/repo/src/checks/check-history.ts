/** Runs the checks that compare the files of the repository with its history, so that their results cannot be cached. */
import { readArguments } from "@compute-host/command-line";
import { checkChangeNotes } from "./change-notes.ts";
import { findings, program, root, runChecks } from "./run-checks.ts";

readArguments({
  command: "node tools/repo/src/checks/check-history.ts",
  about: "Runs the checks that compare the files of the repository with its history.",
});
await runChecks([
  {
    name: "versions and change log of the spec",
    run: () => findings(process.execPath, program("../release/check-version.ts")),
    fix: "pnpm spec:version",
  },
  {
    name: "change notes of published packages",
    run: () => checkChangeNotes(root),
    fix: "pnpm changeset; or pnpm changeset --empty for a change that users do not notice",
  },
]);
