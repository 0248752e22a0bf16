/** Writes docs/policies.md from src/policies.ts; with `--check` only compares them. */
import { writeOrCheck } from "@compute-host/openapi/generated-file";
import { policiesPage } from "./policies-page.ts";

const url = new URL("../docs/policies.md", import.meta.url);
await writeOrCheck([{ url, text: policiesPage(), source: "src/policies.ts" }]);
