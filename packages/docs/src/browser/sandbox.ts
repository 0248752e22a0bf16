/** What needs the sandbox inside the page: the forms, and the explanation of what readers paste. */
export { explain } from "./pasted/explain.ts";
export { connectForm } from "./try-it/try-it.ts";
