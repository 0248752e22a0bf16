import { entryPoints } from "./entry-points.mjs";
import { exercise } from "./exercise.mjs";
import { exportNames } from "./export-names.mjs";
import { twoCopies } from "./two-copies.mjs";

const { BASE_URL, ENTRY_POINTS } = process.env;
const report = {
  exercise: await exercise(entryPoints, BASE_URL),
  copies: await twoCopies(BASE_URL),
  names: await exportNames(JSON.parse(ENTRY_POINTS)),
};
console.log(JSON.stringify(report));
