import { entryPoints } from "./entry-points.mjs";
import { exercise } from "./exercise.mjs";

/** workerd runs the `test` of every export. */
export const consumer = {
  async test(_controller, { COMPUTE_HOST_URL: baseUrl, COMPUTE_HOST_TOKEN: token }) {
    console.log(await exercise(entryPoints, { baseUrl, token }));
  },
};
