import { testUsages } from "@compute-host/command-line/testing";

testUsages(new URL("../", import.meta.url), {
  "src/generate/generate.ts": {},
});
