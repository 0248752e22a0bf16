import { setFlagsFromString } from "node:v8";
import { Command, InvalidArgumentError } from "commander";
import { type Config, isLoopback, readConfig } from "../../config/config.ts";
import { settings } from "../../config/settings.ts";
import { sandboxOwnerId } from "../../sandbox.ts";
import { parseDatabaseUrl } from "../../storage/database-url.ts";
import type { CliIo } from "../cli-io.ts";
import type { Service } from "./serve.ts";

interface ServeFlags {
  readonly host?: string;
  readonly port?: string;
  readonly sandbox?: boolean;
  readonly readyJson?: boolean;
}

/** Makes `compute-host serve`. */
export function serveCommand(io: CliIo, version: string): Command {
  return new Command("serve")
    .description("serve the API until SIGINT or SIGTERM")
    .option("--host <address>", "address to listen on, instead of COMPUTE_HOST_HOST")
    .option(
      "--port <number>",
      "port to listen on, instead of COMPUTE_HOST_PORT; 0 takes a free one",
      portNumber,
    )
    .option(
      "--sandbox",
      "fill an empty database with sample computers and an API key, and simulate provisioning; " +
        "a database that no sandbox created is refused",
    )
    .option(
      "--ready-json",
      "once listening, print one line of JSON: url, probeUrl if set, and apiKey if one was created",
    )
    .addHelpText(
      "after",
      `
Settings come from the environment; the package's .env.example lists them. The log goes to standard error.

Examples:
  $ compute-host serve --sandbox
  $ COMPUTE_HOST_PROVISIONER=command COMPUTE_HOST_PROVISIONER_COMMAND=/usr/local/bin/provision compute-host serve
  $ COMPUTE_HOST_LOG_LEVEL=warn compute-host serve --sandbox --port 0 --ready-json`,
    )
    .action((flags: ServeFlags) => runService(io, version, flags));
}

/** How long a command may take to end after its time limit, in seconds. */
const killSeconds = 5;
/** How long a shutdown may take after the last request, in seconds. */
const closeSeconds = 10;

async function runService(io: CliIo, version: string, flags: ServeFlags): Promise<void> {
  const isSandbox = flags.sandbox === true;
  const environment = {
    ...io.environment,
    ...(flags.host !== undefined && { COMPUTE_HOST_HOST: flags.host }),
    ...(flags.port !== undefined && { COMPUTE_HOST_PORT: flags.port }),
  };
  const config = readConfig(environment, { isSandbox });
  const [{ createServiceLog }, { serve }, { closeOnSignals }] = await Promise.all([
    import("../../observability/service-log.ts"),
    import("./serve.ts"),
    import("./close-on-signals.ts"),
  ]);
  const log = createServiceLog({ level: config.logLevel });
  const service = await serve({ config, log, version, isSandbox });
  const stepsSeconds = config.shutdownSteps === "wait" ? config.provisionerTimeoutSeconds + killSeconds : 0;
  closeOnSignals({
    // Ctrl-C skips the delay, because a person is waiting.
    close: (signal) => service.close(signal === "SIGINT" ? 0 : config.shutdownDelaySeconds * 1_000),
    // The delay and the steps run at the same time. After the requests, commands are killed and the database is closed.
    timeoutMs:
      (Math.max(config.shutdownDelaySeconds, stepsSeconds) + config.shutdownTimeoutSeconds + closeSeconds) *
      1_000,
    log,
  });
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an unexpected error stops the service");
    process.exit(1);
  });
  if (!isLoopback(config.host)) {
    log.warn(
      { host: config.host },
      "the service is reachable from the network; put a proxy with TLS in front of it",
    );
  }
  // By now the young generation is large enough: more growth takes 16 MB and saves no time. With PostgreSQL it must
  // grow, because lists live for more than one turn of the event loop and would fill it with survivors.
  if (config.databaseUrl.startsWith("sqlite:")) setFlagsFromString("--semi-space-growth-factor=1");
  log.info(
    { url: service.url, probeUrl: service.probeUrl, provisioner: config.provisioner ?? "simulated" },
    "listening",
  );
  await io.writeOutput(flags.readyJson ? readyJson(service) : readyText(service, config, isSandbox));
}

function portNumber(text: string): string {
  if (settings.port.parse(text) !== undefined) return text;
  throw new InvalidArgumentError(`It must be ${settings.port.expected}.`);
}

function readyJson({ url, probeUrl, apiKey }: Service): string {
  return `${JSON.stringify({ url, probeUrl, apiKey })}\n`;
}

function readyText({ url, apiKey }: Service, { databaseUrl }: Config, isSandbox: boolean): string {
  const { label } = parseDatabaseUrl(databaseUrl);
  const lines = [`Listening on ${url}, with its docs at ${url}/docs/.`];
  if (apiKey !== undefined) {
    lines.push(
      `Created sample computers in ${label}, and an API key, which is shown only once. In another terminal:`,
      `  export COMPUTE_HOST_URL=${url}`,
      `  export COMPUTE_HOST_TOKEN=${apiKey}`,
      `  curl -H "Authorization: Bearer $COMPUTE_HOST_TOKEN" "$COMPUTE_HOST_URL/api/v0/computers"`,
    );
  } else if (isSandbox) {
    lines.push(
      `Using the existing data in ${label}. ` +
        `To create another API key: compute-host keys create --owner ${sandboxOwnerId}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
