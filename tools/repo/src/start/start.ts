/**
 * `npm start`: builds the client and the docs, and runs the service, which serves both, until Ctrl-C.
 * `start-options.mjs` explains the options.
 */
import { fileURLToPath } from "node:url";
import { demandFreePort } from "../free-port.mjs";
import { readStartOptions } from "../start-options.mjs";
import { failureOfTurbo } from "../turbo.ts";
import { startService } from "./spawn-service.ts";
import { welcomeText } from "./welcome.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

const buildArgs = ["build", "--filter=@compute-host/docs", "--filter=@compute-host/client"];

let isInterrupted = false;
// Turbo and the service get these signals too, and may then end with an error, which is not a failure.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => (isInterrupted = true));

try {
  const options = readStartOptions(process.argv.slice(2), process.env);
  await demandFreePort(options.port);
  if (!options.isBuilt) await build();
  if (isInterrupted) throw new Error("It was stopped.");
  await serve(options);
} catch (error) {
  const { message, exitCode = 1 } = error as { readonly message: string; readonly exitCode?: number };
  if (isInterrupted) console.log("\n> Stopped.");
  else console.error(`\n${message}`);
  process.exitCode = isInterrupted ? 130 : exitCode;
}

async function build(): Promise<void> {
  const started = Date.now();
  process.stdout.write("> Building the client and the docs ... ");
  const failure = await failureOfTurbo(root, ["run", ...buildArgs, "--output-logs=errors-only"]);
  if (failure !== undefined) throw new Error(`failed:\n\n${failure}`);
  console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`);
}

async function serve(options: ReturnType<typeof readStartOptions>): Promise<void> {
  console.log("> Starting ...");
  const service = await startService({ root, ...options });
  console.log(welcomeText(service));
  process.exitCode = await service.exited;
  console.log(
    process.exitCode === 0
      ? "\n> Stopped; the next start uses the same data."
      : "\n> The service ended; the lines above say why.",
  );
}
