// @ts-check
// Plain JavaScript: `npm start -- --help` and a wrong option get their response on any Node.js, before anything is installed.
import { parseArgs } from "node:util";

const text = /** @type {const} */ ("string");
const flag = /** @type {const} */ ("boolean");
const options = {
  ...{ port: { type: text }, data: { type: text } },
  ...{ postgres: { type: flag }, built: { type: flag }, help: { type: flag } },
};

/** The output of `npm start -- --help`. */
export const startHelp = `Usage: npm start -- [options]

Installs what it needs, builds, and serves five sample computers and the docs until Ctrl-C.
It prints lines to paste into another terminal; each start adds an API key, and earlier keys stay valid.

Options:
  --port PORT     listen on this port of 127.0.0.1; without it, on $PORT or 4010
  --postgres      run two nodes on a PostgreSQL of their own, behind a proxy
  --data FOLDER   keep the data of --postgres there
  --built         use the existing build
  --help          show this

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
 * @throws {Error} for a wrong option, value or argument, with the `exitCode` 2
 */
export function readStartOptions(args, environment) {
  const { port, data, postgres, built } = parse(args);
  if (data !== undefined && !postgres) fail("--data is for --postgres: add that, or leave it out.");
  return {
    port: port === undefined ? readPort("PORT", environment.PORT || "4010") : readPort("--port", port),
    ...{ isOnPostgres: postgres === true, isBuilt: built === true, data },
  };
}

/**
 * Parses the arguments. A wrong one throws the first sentence of the error of `parseArgs`.
 *
 * @param {readonly string[]} args
 */
function parse(args) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const [sentence = ""] = /** @type {Error} */ (error).message.replaceAll("'", "").split(/\. |\.?\n/);
    return fail(`${sentence}.`);
  }
}

/**
 * @param {string} place
 * @param {string} value
 */
function readPort(place, value) {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port < 1 || port > 65_535)
    fail(`${place} is "${value}", but has to be a port from 1 to 65535.`);
  return port;
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  throw Object.assign(new Error(`${message} See npm start -- --help`), { exitCode: 2 });
}
