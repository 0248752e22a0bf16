import { entryPoints } from "./entry-points.mjs";
import { exercise } from "./exercise.mjs";

console.log(await exercise(entryPoints));
