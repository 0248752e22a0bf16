import { testUsages } from "@compute-host/command-line/testing";

testUsages(new URL("../", import.meta.url), {
  "fuzz/main.ts": {
    refuses: [
      [["--sede", "1"], /Unknown option --sede\. Did you mean --seed\?/],
      [["--seed"], /--seed needs a value/],
      [["--seed", "--requests"], /--seed needs a value/],
      [["--seed", "x"], /--seed must be a whole number of at least 0, not "x"/],
      [["--seed="], /--seed needs a value/],
      [["--engine", "mysql"], /--engine must be sqlite or postgresql, not "mysql"/],
      [["--requests", "-1"], /--requests must be a whole number of at least 1, not "-1"/],
      [["--requests", "5", "--requests", "6"], /--requests is given as 5 and as 6\. Give it once/],
    ],
  },
  "mutants/mutants.ts": {
    refuses: [
      [["--onyl", "x"], /Did you mean --only\?/],
      [["--only"], /--only needs a value/],
      [["--only", "("], /--only must be a regular expression that matches/],
      [["--only", "nothing-has-this"], /--only must be/],
      [["--workers", "0"], /--workers must be a whole number from 1 to 64, not "0"/],
      [["--json", "no/such/folder.json"], /--json must be a file in a folder that exists/],
      [["--fresh=1"], /--fresh takes no value/],
    ],
  },
  "reference/serve.ts": {
    refuses: [
      [["--bgu", "x"], /Did you mean --bug\?/],
      [["--bug"], /--bug needs a value/],
      [
        ["--bug", "list-oldest-frist"],
        /--bug must be a bug that --list shows.* Did you mean list-oldest-first\?/,
      ],
      [["--variant", "x"], /--variant must be a variant that --list shows/],
      [["--port", "x"], /--port must be a whole number from 0 to 65535, not "x"/],
      [["--port", "99999"], /--port must be/],
      [["--install-ms", "-1"], /--install-ms must be/],
    ],
  },
});
