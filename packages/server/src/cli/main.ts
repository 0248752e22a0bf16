#!/usr/bin/env node
import * as nodeModule from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`compute-host: needs Node.js 22.18 or newer; this is ${process.version}.\n`);
  process.exit(1);
}
// Node.js caches compiled code in the temporary directory: the second start is 20 % faster.
nodeModule.enableCompileCache();
const { runProgram } = await import("./program.ts");

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader closed the pipe, as `head` does.
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(`compute-host: Standard output cannot be written: ${error.message}.\n`);
  process.exit(1);
});
// There is no place left to say so.
process.stderr.on("error", () => {});
// By default this signal opens the debugger of Node.js on loopback, where every user of the machine may run code in the service.
process.on("SIGUSR1", () => {});

const { version } = nodeModule.createRequire(import.meta.url)("@compute-host/server/package.json") as {
  version: string;
};

process.exitCode = await runProgram(process.argv.slice(2), version, {
  environment: process.env,
  writeOutput: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
  writeNote: (text) => void process.stderr.write(text),
});
