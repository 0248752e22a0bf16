#!/usr/bin/env node
import { parseOptions, UsageError } from "./cli/options.ts";
import { runCommand } from "./cli/run-command.ts";
import { usage } from "./cli/usage.ts";
import { version } from "./version.ts";

const args = process.argv.slice(2);
const controller = new AbortController();

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    // A second Ctrl-C exits immediately; the journal keeps what has to be restored.
    if (controller.signal.aborted) process.exit(2);
    process.stderr.write("\nStopping; restoring what was changed...\n");
    controller.abort();
  });
}

try {
  if (args.includes("--help") || args.includes("-h")) process.stdout.write(usage);
  else if (args.includes("--version")) process.stdout.write(`${version}\n`);
  else {
    const { stdout, stderr } = process;
    process.exitCode = await runCommand(parseOptions(args, process.env), {
      stdout,
      stderr,
      signal: controller.signal,
    });
  }
} catch (error) {
  const isKnown = error instanceof UsageError;
  process.stderr.write(`${isKnown ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  if (isKnown) process.stderr.write("See --help.\n");
  process.exitCode = 2;
}
