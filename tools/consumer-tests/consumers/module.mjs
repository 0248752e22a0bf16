import { entryPoints } from "./entry-points.mjs";
import { exercise } from "./exercise.mjs";
import { exportNames } from "./export-names.mjs";
import { twoCopies } from "./two-copies.mjs";

const report = {
  exercise: await exercise(entryPoints),
  copies: await twoCopies(),
  names: await exportNames(JSON.parse(process.env.ENTRY_POINTS)),
};
console.log(JSON.stringify(report));
