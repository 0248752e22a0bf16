/** Writes into READMEs the programs that they name; `pnpm check` tells when one differs. */
import { fileURLToPath } from "node:url";
import { writeReadmePrograms } from "./readme-programs.ts";
import { readWorkspace } from "./workspace.ts";

await writeReadmePrograms(await readWorkspace(fileURLToPath(new URL("../../../../", import.meta.url))));
