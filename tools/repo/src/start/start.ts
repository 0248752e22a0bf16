/**
 * `npm start`: builds the client and the docs, and runs the service, which serves both, until Ctrl-C. With
 * `--watch` it generates, rebuilds and restarts the service after each change; with `--built` it uses the existing
 * build. With `--postgres` it starts two nodes on an embedded PostgreSQL, and a proxy in front of them; `--data`
 * chooses its folder.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { failureOfTurbo, watchWithTurbo } from "../turbo.ts";
import { claimable, readPort } from "./port.ts";
import { startService } from "./spawn-service.ts";
import { welcomeText } from "./welcome.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const { values: flags } = parseArgs({
  options: {
    watch: { type: "boolean" },
    built: { type: "boolean" },
    postgres: { type: "boolean" },
    data: { type: "string", default: "data/postgres" },
  },
});
const isWatching = flags.watch === true;

const buildArgs = ["build", ...["docs", "client"].map((name) => `--filter=@compute-host/${name}`)];

try {
  if (isWatching && flags.postgres) throw new Error("--watch starts one process: leave out --postgres.");
  const port = readPort(process.env);
  await claimable(port);
  if (!flags.built) await build();
  await serve(port);
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  process.exitCode = 1;
}

async function build(): Promise<void> {
  const started = Date.now();
  process.stdout.write("> Building the client and the docs ... ");
  const failure = await failureOfTurbo(root, ["run", ...buildArgs, "--output-logs=errors-only"]);
  if (failure !== undefined) throw new Error(`failed:\n\n${failure}`);
  console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`);
}

async function serve(port: number): Promise<void> {
  console.log(isWatching ? "> Starting, and restarting after each change ..." : "> Starting ...");
  const postgresFolder = flags.postgres ? flags.data : undefined;
  const service = await startService({ root, port, isWatching, postgresFolder });
  const { databaseUrlFile } = service;
  const command = "node_modules/.bin/node packages/server/src/cli/main.ts keys create --owner usr_sandbox";
  const newKeyCommand =
    databaseUrlFile === undefined ? command : `COMPUTE_HOST_DATABASE_URL_FILE=${databaseUrlFile} ${command}`;
  console.log(welcomeText({ ...service, newKeyCommand }));
  const stopWatching = isWatching ? watchWithTurbo(root, ["generate", ...buildArgs]) : undefined;
  process.exitCode = await service.exited;
  stopWatching?.();
  console.log(
    process.exitCode === 0
      ? "\n> Stopped; the next start uses the same data."
      : "\n> The service ended; the lines above say why.",
  );
}
