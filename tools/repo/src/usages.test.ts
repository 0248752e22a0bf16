import { testUsages } from "@compute-host/command-line/testing";

testUsages(new URL("./", import.meta.url), {
  "checks/write-readme-programs.ts": {
    refuses: [
      [["--chekc"], /Did you mean --check\?/],
      [["--check=1"], /--check takes no value/],
    ],
  },
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
      [[""], /VERSION must be/],
      [["0.2.0", "0.3.0"], /Unexpected argument "0\.3\.0"/],
      [["--version", "0.2.0"], /Unknown option --version/],
      [["-v"], /Unknown option -v/],
    ],
  },
});
