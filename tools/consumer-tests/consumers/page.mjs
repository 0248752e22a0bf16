import { entryPoints } from "./entry-points.mjs";
import { exercise } from "./exercise.mjs";

const output = document.querySelector("pre");
// A page has no environment variables, so its address names the service and the key.
const options = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
output.textContent = await exercise(entryPoints, options).catch(String);
output.dataset.done = "true";
