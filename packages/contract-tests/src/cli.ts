#!/usr/bin/env node
import { UsageError } from "@compute-host/command-line";
import manifest from "../package.json" with { type: "json" };
import { runCommand } from "./cli/run-command.ts";
import { usage } from "./cli/usage.ts";

const args = process.argv.slice(2);
const controller = new AbortController();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // A second Ctrl-C exits immediately; the journal keeps what has to be restored.
    if (controller.signal.aborted) process.exit(2);
    process.stderr.write("\nStopping; restoring what was changed...\n");
    controller.abort();
  });
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader closed the pipe, as `head` does; the run still has to restore what it changed.
  if (error.code !== "EPIPE") throw error;
});

try {
  if (args.includes("--help") || args.includes("-h")) process.stdout.write(usage);
  else if (args.includes("--version")) process.stdout.write(`${manifest.version}\n`);
  else {
    const { stdout, stderr } = process;
    const io = { stdout, stderr, signal: controller.signal };
    process.exitCode = await runCommand(args, process.env, io);
  }
} catch (error) {
  process.stderr.write(`contract-tests: ${textOf(error)}\n`);
  process.exitCode = 2;
}

/** For a wrong usage, or a file that cannot be read or written, the message says enough; a bug needs its stack. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof UsageError || "syscall" in error ? error.message : (error.stack ?? error.message);
}
