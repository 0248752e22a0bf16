// @ts-check
// Plain JavaScript: it responds to `npm start -- --help` and a wrong option on any Node.js, before anything
// is installed.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const text = /** @type {const} */ ("string");
const flag = /** @type {const} */ ("boolean");
const options = {
  port: { type: text },
  data: { type: text },
  postgres: { type: flag },
  built: { type: flag },
  help: { type: flag },
};

const maxPort = 65_535;
const settings = readFileSync(new URL("../../../packages/server/.env.example", import.meta.url), "utf8");
const defaultPort = defaultOf("COMPUTE_HOST_PORT");
const defaultFile = defaultOf("COMPUTE_HOST_DATABASE_URL").replace("sqlite:./", "");

/** The output of `npm start -- --help`. */
export const startHelp = `Usage: npm start -- [options]

Installs what it needs, builds, and serves five sample computers and the docs until Ctrl-C.
It prints lines to paste into another terminal; each start adds an API key, and earlier keys stay valid.

Options:
  --port PORT     listen on this port of 127.0.0.1; by default, on $PORT or ${defaultPort}
  --postgres      run two nodes on their own PostgreSQL, behind a proxy
  --data FOLDER   keep the data of --postgres in this folder
  --built         use the existing build
  --help          show this

Variables:
  PORT                       the port, unless --port is given
  COMPUTE_HOST_DATABASE_URL  a database other than ${defaultFile}; --postgres ignores it
  The other settings of the service work too: packages/server/.env.example lists them.

The next start uses the same data. To start with new data, stop it and delete:
  without --postgres  ${defaultFile}, and the files next to it whose names begin with that
  with --postgres     data/postgres and data/postgres.url
PostgreSQL refuses to run as root: if root starts it, it runs as the owner of that folder, or as nobody.

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
  if (data !== undefined && !postgres) fail("--data needs --postgres: add that, or leave --data out.");
  return {
    port: port === undefined ? readPort("PORT", environment.PORT || defaultPort) : readPort("--port", port),
    isOnPostgres: postgres === true,
    isBuilt: built === true,
    data,
  };
}

/**
 * The default of a setting of the service.
 *
 * @param {string} variable
 */
function defaultOf(variable) {
  return new RegExp(`^${variable}=(.*)$`, "m").exec(settings)?.[1] ?? "";
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
  if (!/^\d+$/.test(value) || port < 1 || port > maxPort)
    fail(`${place} must be a port from 1 to ${maxPort}, not "${value}".`);
  return port;
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  throw Object.assign(new Error(`${message} See npm start -- --help`), { exitCode: 2 });
}
