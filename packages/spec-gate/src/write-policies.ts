/** Writes docs/policies.md from src/policies.ts; with `--check` only compares them. */
import { writeOrCheck } from "@compute-host/openapi/generated-file";
import { policiesPage } from "./policies.ts";

const command = "pnpm generate";
const url = new URL("../docs/policies.md", import.meta.url);
await writeOrCheck(
  [{ url, text: policiesPage(), command, source: "src/policies.ts" }],
  process.argv.slice(2),
);
