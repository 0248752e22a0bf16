import * as client from "@compute-host/client";
import { exercise } from "./exercise.mjs";

const output = document.querySelector("pre");
exercise(client, location.origin)
  .then(
    (report) => JSON.stringify(report),
    (reason) => JSON.stringify({ failed: String(reason) }),
  )
  .then((text) => {
    output.textContent = text;
    output.dataset.done = "true";
  });
