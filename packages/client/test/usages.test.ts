import { testUsages } from "@compute-host/command-line/testing";

testUsages(new URL("../", import.meta.url), {
  "bench/run.ts": {},
  "scripts/generate.ts": {
    refuses: [
      [["--chekc"], /Did you mean --check\?/],
      [["--check=1"], /--check takes no value/],
    ],
  },
});
