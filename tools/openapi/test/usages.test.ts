import { testUsages } from "@compute-host/command-line/testing";

testUsages(new URL("../", import.meta.url), {
  "src/generate/generate.ts": {
    refuses: [
      [["--chekc"], /Did you mean --check\?/],
      [["--check=1"], /--check takes no value/],
    ],
  },
});
