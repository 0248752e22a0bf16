import { testUsages } from "@compute-host/command-line/testing";

testUsages(new URL("../", import.meta.url), {
  "src/docs/write-docs-data.ts": {},
  "bench/docs-paint.ts": {
    refuses: [
      [["5"], /Unexpected argument "5"/],
      [["--rnus", "1"], /Did you mean --runs\?/],
      [["--runs"], /needs a value/],
      [["--runs", "0"], /--runs must be a whole number from 1 to 1000/],
      [["--runs", "x"], /must be/],
      [["--installed", "nowhere"], /--installed must be a folder with redoc/],
      [["--installed="], /needs a value/],
      [["--runs", "1", "--runs", "2"], /Give it once/],
    ],
  },
});
