import { writeFileSync } from "node:fs";
import { policiesPage } from "./policies.ts";

writeFileSync(new URL("../docs/policies.md", import.meta.url), policiesPage());
