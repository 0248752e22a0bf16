import { entryPoints } from "./entry-points.mjs";
import { exercise } from "./exercise.mjs";

const output = document.querySelector("pre");
// A page has no variables: the address has the service and the key.
exercise(entryPoints, Object.fromEntries(new URLSearchParams(location.hash.slice(1))))
  .then(
    (report) => JSON.stringify(report),
    (reason) => JSON.stringify({ failed: String(reason) }),
  )
  .then((text) => {
    output.textContent = text;
    output.dataset.done = "true";
  });
