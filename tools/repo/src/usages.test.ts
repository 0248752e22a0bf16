import { testUsages } from "@compute-host/command-line/testing";

testUsages(new URL("./", import.meta.url), {
  "checks/write-readme-programs.ts": {},
  "checks/check-history.ts": {},
  "checks/check-workspace.ts": {},
  "release/check-version.ts": {},
  "release/check-consumers.ts": {},
  "workflows/lint-workflows.ts": {},
  "release/move-version.ts": {
    takesArguments: true,
    refuses: [
      [["x"], /VERSION must be a version such as 0\.2\.0, not "x"/],
      [["1.2"], /VERSION must be/],
      [["v1.0.0"], /VERSION must be/],
    ],
  },
});
