/** Writes docs/policies.md from src/policies.ts; with `--check` only compares them. */
import { readCheckOption, writeOrCheck } from "@compute-host/openapi/generated-file";
import { policiesPage } from "./policies-page.ts";

const command = "pnpm generate";
const url = new URL("../docs/policies.md", import.meta.url);
const isCheck = readCheckOption("Writes docs/policies.md of the gate from src/policies.ts.");
await writeOrCheck([{ url, text: policiesPage(), command, source: "src/policies.ts" }], isCheck);
