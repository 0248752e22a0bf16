#!/usr/bin/env node
import { runCommandLine } from "./cli/command-line.ts";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader closed the pipe, as `head` does: the exit code still says what the gate found.
  if (error.code !== "EPIPE") throw error;
});
const { exitCode, output, error } = await runCommandLine(process.argv.slice(2));
process.stdout.write(output);
process.stderr.write(error);
process.exitCode = exitCode;
