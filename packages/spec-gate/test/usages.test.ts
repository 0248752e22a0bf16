import { testUsages } from "@compute-host/command-line/testing";

testUsages(new URL("../", import.meta.url), {
  "src/write-policies.ts": {
    refuses: [
      [["--chekc"], /Did you mean --check\?/],
      [["--check=1"], /--check takes no value/],
    ],
  },
  "mutations/report.ts": {
    refuses: [
      [["--wriet"], /Did you mean --write\?/],
      [["--write=1"], /--write takes no value/],
    ],
  },
  "corpus/differential.ts": {
    refuses: [
      [["--wriet"], /Did you mean --write\?/],
      [["--write=1"], /--write takes no value/],
    ],
  },
});
