import * as client from "@compute-host/client";
import { exercise } from "./exercise.mjs";

/** workerd runs the `test` of every name that is exported. */
export const consumer = {
  async test(_controller, { BASE_URL }) {
    console.log(JSON.stringify(await exercise(client, BASE_URL)));
  },
};
