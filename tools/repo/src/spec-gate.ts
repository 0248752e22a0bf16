/** Runs everything that a change of the description has to pass: `pnpm spec:gate`, with further arguments of the gate. */
import { gateArguments, stepArguments } from "./spec-gate-arguments.ts";

process.argv.splice(2, 0, ...gateArguments, ...stepArguments);
await import(new URL("src/cli.ts", import.meta.resolve("@compute-host/spec-gate/package.json")).href);
