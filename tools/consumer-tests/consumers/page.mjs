import { entryPoints } from "./entry-points.mjs";
import { exercise } from "./exercise.mjs";

const output = document.querySelector("pre");
exercise(entryPoints, location.origin)
  .then(
    (report) => JSON.stringify(report),
    (reason) => JSON.stringify({ failed: String(reason) }),
  )
  .then((text) => {
    output.textContent = text;
    output.dataset.done = "true";
  });
