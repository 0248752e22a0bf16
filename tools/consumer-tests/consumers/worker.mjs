import { entryPoints } from "./entry-points.mjs";
import { exercise } from "./exercise.mjs";

/** workerd runs the `test` of every export. */
export const consumer = {
  async test(_controller, { BASE_URL }) {
    console.log(JSON.stringify(await exercise(entryPoints, BASE_URL)));
  },
};
