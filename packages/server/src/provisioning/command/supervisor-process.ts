import { onLines } from "@compute-host/command-line/lines";
import { Supervision } from "./supervision.ts";

const [, , runsFolder = ""] = process.argv;
const supervision = new Supervision(runsFolder, () => process.exit());

// A signal that stops the service may reach this process too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => supervision.mayBeStopped());

const serviceIsGone = (): void => supervision.serviceIsGone();
onLines(process.stdin, (line) => {
  try {
    supervision.receive(line);
  } catch {
    // It may have been an order. The service starts another supervisor, and runs the step again once this one, which
    // finishes its runs, is gone.
    process.stdin.destroy();
  }
})
  .on("end", serviceIsGone)
  .on("close", serviceIsGone);
