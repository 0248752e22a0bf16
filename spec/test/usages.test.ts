import { testUsages } from "@compute-host/command-line/testing";

testUsages(new URL("../", import.meta.url), {
  "src/build.ts": {},
  "src/check-workflows.ts": {
    takesArguments: true,
    refuses: [
      [["nowhere.yaml"], /FILE must be a file that exists, not "nowhere\.yaml"/],
      [["."], /FILE must be/],
    ],
  },
  "src/report.ts": {
    takesArguments: true,
    refuses: [
      [["--base", "nowhere.yaml"], /--base must be a file that exists/],
      [["nowhere.yaml"], /FILE must be/],
    ],
  },
});
