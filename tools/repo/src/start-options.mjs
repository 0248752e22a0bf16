// @ts-check
// Plain JavaScript: `npm start -- --help` and a wrong option get their response on any Node.js, before anything is installed.
import { parseArgs } from "node:util";
import { UsageError } from "./usage-error.mjs";

/**
 * By its path, because nothing is linked yet.
 *
 * @type {typeof import("@compute-host/command-line")}
 */
const { nearest } = await import(
  new URL("../../../packages/command-line/src/nearest.mjs", import.meta.url).href
);

const options = {
  port: {
    type: /** @type {const} */ ("string"),
    value: "PORT",
    text: "listen on this port of 127.0.0.1; without it, on $PORT or 4010",
  },
  postgres: {
    type: /** @type {const} */ ("boolean"),
    text: "run two nodes on a PostgreSQL of their own, behind a proxy",
  },
  data: { type: /** @type {const} */ ("string"), value: "FOLDER", text: "keep the data of --postgres there" },
  watch: {
    type: /** @type {const} */ ("boolean"),
    text: "rebuild and restart after each change",
  },
  built: { type: /** @type {const} */ ("boolean"), text: "use the existing build" },
  help: { type: /** @type {const} */ ("boolean"), text: "show this" },
};

/** The output of `npm start -- --help`. */
export const startHelp = `Usage: npm start -- [options]

Installs what it needs, builds, and serves five sample computers and the docs until Ctrl-C.
It prints lines to paste into another terminal; each start adds an API key, and earlier keys stay valid.

Options:
${Object.entries(options)
  .map(([name, option]) => {
    const value = "value" in option ? ` ${option.value}` : "";
    return `  ${`--${name}${value}`.padEnd(15)} ${option.text}`;
  })
  .join("\n")}

Variables:
  PORT                       the port, unless --port is given
  COMPUTE_HOST_DATABASE_URL  another database than data/compute-host.db; --postgres ignores it
  packages/server/.env.example lists the other settings of the service, which work too.

The next start uses the same data. For new data, stop it and delete:
  without --postgres  data/compute-host.db, and the files beside it whose names begin so
  with --postgres     data/postgres and data/postgres.url
PostgreSQL refuses to run as root, so root's runs as the owner of that folder, or as nobody.

Examples:
  npm start
  npm start -- --port 5000
  npm start -- --postgres --data /srv/compute-host/postgres`;

/**
 * Reads the options of `npm start`, and the variable `PORT`.
 *
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @throws {UsageError} for a wrong option, value or argument
 */
export function readStartOptions(args, environment) {
  const {
    port,
    data,
    watch: isWatching = false,
    postgres: isOnPostgres = false,
    built: isBuilt = false,
  } = parse(args);
  if (isWatching && isOnPostgres) fail("--watch starts one process: leave out --postgres.");
  if (data !== undefined && !isOnPostgres) fail("--data is for --postgres: add that, or leave it out.");
  return {
    port: port === undefined ? readPort("PORT", environment.PORT || "4010") : readPort("--port", port),
    ...{ isWatching, isOnPostgres, isBuilt, data },
  };
}

/**
 * With the first sentence of the error of `parseArgs`, and the nearest option.
 *
 * @param {readonly string[]} args
 */
function parse(args) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const [sentence = ""] = /** @type {Error} */ (error).message.replaceAll("'", "").split(/\. |\.?\n/);
    const [, word = ""] = /^(?:Unknown option --|Unexpected argument )(.+)/.exec(sentence) ?? [];
    const name = nearest(word, Object.keys(options));
    throw new UsageError(
      `${sentence}.${name === undefined ? "" : ` Did you mean --${name}?`} See npm start -- --help`,
    );
  }
}

/**
 * @param {string} place
 * @param {string} text
 */
function readPort(place, text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    fail(`${place} is "${text}", but has to be a port from 1 to 65535.`);
  return port;
}

/** @param {string} message */
function fail(message) {
  throw new UsageError(`${message} See npm start -- --help`);
}
