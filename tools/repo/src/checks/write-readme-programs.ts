/** Updates the programs in READMEs from the files that they name. */
import { writeReadmePrograms } from "./readme-programs.ts";
import { root } from "./workspace.ts";

await writeReadmePrograms(root);
