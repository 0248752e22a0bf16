import { entryPoints } from "./entry-points.mjs";
import { exercise } from "./exercise.mjs";

console.log(JSON.stringify(await exercise(entryPoints)));
