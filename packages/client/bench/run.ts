/** Prints what a call costs beside a bare `fetch`, and fails where ours is over its budget. */
import { measureOverhead } from "./overhead.ts";

console.table(await measureOverhead());
process.exit(0);
