import { testUsages } from "@compute-host/command-line/testing";

testUsages(new URL("../", import.meta.url), {
  "src/build.ts": {},
  "src/check-workflows.ts": {
    takesArguments: true,
    refuses: [
      [["nowhere.yaml"], /FILE must be a file that exists, not "nowhere\.yaml"/],
      [["."], /FILE must be/],
      [[""], /FILE must be/],
      [["package.json", "b"], /Unexpected argument "b"/],
      [["--file", "x"], /Unknown option --file/],
    ],
  },
  "src/report.ts": {
    takesArguments: true,
    refuses: [
      [["--bsae", "x"], /Did you mean --base\?/],
      [["--base"], /--base needs a value/],
      [["--base", "nowhere.yaml"], /--base must be a file that exists/],
      [["--base="], /needs a value/],
      [["nowhere.yaml"], /FILE must be/],
      [["."], /FILE must be/],
      [["package.json", "b"], /Unexpected argument "b"/],
    ],
  },
});
