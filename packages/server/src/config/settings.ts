import { isIP } from "node:net";
import { isAbsolute } from "node:path";

/** One environment variable: its default, valid values and effect. Without a default, its value may be `undefined`. */
export interface Setting<Value> {
  /** Used when the variable is not set. */
  readonly default?: string;
  /** A valid value; completes "must be ...". */
  readonly expected: string;
  /** What the variable does, for the documentation: one sentence. */
  readonly about: string;
  /** Whether a wrong value is kept out of error messages. */
  readonly isSecret?: boolean;
  /** Parses the text; returns `undefined` for an invalid one. */
  readonly parse: (text: string) => Value | undefined;
}

const prefix = "COMPUTE_HOST_";

/** The longest name of a node: PostgreSQL cuts `application_name`, which ends with it, after 63 bytes. */
export const maxNodeNameLength = 42;

/** The name of the variable of a setting. */
export function variableOf(name: string): string {
  return prefix + name.replaceAll(/[A-Z]/g, "_$&").toUpperCase();
}

/** Variables that are also read without the prefix, because platforms set them. */
export const aliases: readonly string[] = ["PORT", "DATABASE_URL"];

/** Every setting; nothing else reads the environment. */
export const settings = {
  host: text("the address of an interface, such as 127.0.0.1 or 0.0.0.0", {
    default: "127.0.0.1",
    about: "Address to listen on. Any address but loopback opens the service to the network.",
    pattern: /^[\w.:-]+$/,
  }),
  port: integer(0, 65_535, { default: "4010", about: "Port to listen on; 0 takes a free one." }),
  probePort: integer(0, 65_535, {
    about:
      "A second port that serves the same, so that checks of `/readyz` do not wait behind the connections of thousands " +
      "of callers. By default none.",
  }),
  databaseUrl: text("sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST/DATABASE", {
    default: "sqlite:./data/compute-host.db",
    about:
      "The database: a SQLite file, whose folder is created if it is missing, " +
      "or a PostgreSQL database, which several nodes can share.",
    pattern: /^(?:sqlite:.+|postgres(?:ql)?:\/\/.+)$/,
    isSecret: true,
  }),
  databaseMapMegabytes: integer(0, 2047, {
    default: "2047",
    about:
      "How much of the SQLite file is mapped into memory. Set 0 on a network file system, " +
      "where a failed read of a mapped page ends the process.",
  }),
  databaseConnections: integer(3, 1000, {
    default: "10",
    about:
      "Maximum number of PostgreSQL connections per node, besides one for provisioning and one for `/readyz`.",
  }),
  databaseStatementTimeoutSeconds: integer(1, 600, {
    default: "10",
    about: "Time limit of a PostgreSQL statement; a request that takes longer gets 503.",
  }),
  nodeName: text(`a name of up to ${maxNodeNameLength} letters, digits and . _ : -`, {
    about:
      "Name of this node on PostgreSQL, unique among the nodes: on its jobs and connections (`application_name`). " +
      "By default, the host name and the process ID.",
    pattern: new RegExp(`^[\\w.:-]{1,${maxNodeNameLength}}$`),
  }),
  logLevel: oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const, {
    default: "info",
    about: "Lowest level that is logged. `debug` logs every request, which about halves the throughput.",
  }),
  jwtJwks: text("the path of a JWKS file, or an http: or https: URL", {
    about: "Public keys of the issuer of JWTs. Without them, only API keys are accepted.",
    pattern: /^(?:https?:\/\/[^/\s]+(?:\/.*)?|(?![a-z][a-z\d+.-]*:\/\/).+)$/i,
  }),
  jwtIssuer: text("the issuer's identifier", { about: "Required value of `iss`; needed with the JWKS." }),
  jwtAudience: text("the name of this service", {
    about: "Required value of `aud`; needed with the JWKS.",
  }),
  rateLimitPerMinute: integer(1, 1_000_000, {
    about: "Requests per credential and minute; further ones get 429. If unset, there is no limit.",
  }),
  trustProxy: list("a comma-separated list of IP addresses and ranges such as 127.0.0.1 or 10.0.0.0/8", {
    about:
      "Addresses of the proxies in front of the service. The log then has the last address in `X-Forwarded-For` " +
      "that is not one of them. By default none, because a caller could set that header itself.",
    item: addressRange,
  }),
  corsOrigins: list("a comma-separated list of origins such as https://app.example.com, or loopback", {
    about:
      "Origins whose pages may call the service. By default none, except in a sandbox: `loopback`, " +
      "which means every origin on this machine.",
    item: origin,
  }),
  provisioner: oneOf(["simulated", "command"] as const, {
    about:
      "`command` runs the executable in the next setting for every step; `simulated` runs nothing. " +
      "Must be set, except in a sandbox, where `simulated` is the default.",
  }),
  provisionerCommand: text("the absolute path of an executable", {
    about:
      "Executable that runs a step, whose ID is its first argument. Needed if the provisioner is `command`.",
    accepts: isAbsolute,
  }),
  provisionerTimeoutSeconds: integer(1, 86_400, {
    default: "900",
    about: "Time limit of one step, after which the command and everything it started are killed.",
  }),
  provisionerConcurrency: integer(1, 1000, {
    default: "4",
    about: "How many commands run at the same time. Owners take turns while others wait.",
  }),
  provisionerLeaseSeconds: integer(10, 600, {
    default: "10",
    about:
      "On PostgreSQL, how long a job stays with a node that is gone. " +
      "Commands survive an outage of the database that is some seconds shorter.",
  }),
  provisionerLogFolder: text("the path of a folder", {
    about:
      "Where the output of commands is kept for `computers logs`. If unset, next to the SQLite file, " +
      "with `-logs` after its name; on PostgreSQL, among the temporary files.",
  }),
  shutdownDelaySeconds: integer(0, 600, {
    default: "1",
    about:
      "How long the service keeps serving after SIGTERM, with `/readyz` at 503 and `Connection: close` " +
      "on each response, so that a proxy sends requests elsewhere.",
  }),
  shutdownTimeoutSeconds: integer(1, 600, {
    default: "10",
    about: "How long a shutdown then waits for open requests before it closes their connections.",
  }),
  shutdownSteps: oneOf(["leave", "wait", "kill"] as const, {
    about:
      "What a shutdown does with running commands: `leave` lets them run, and the next start takes them over; " +
      "`wait` keeps serving until they end, at their time limit at the latest; " +
      "`kill` ends them, and the next start runs them again. " +
      "By default `leave` on a SQLite file outside a container, otherwise `wait`. " +
      "With simulated steps it has no effect.",
  }),
} as const;

interface Common {
  readonly default?: string;
  readonly about: string;
  readonly isSecret?: boolean;
}

type Made<Value, Options> = Setting<Options extends { readonly default: string } ? Value : Value | undefined>;

interface TextOptions extends Common {
  readonly pattern?: RegExp;
  readonly accepts?: (value: string) => boolean;
}

function text<const Options extends TextOptions>(expected: string, options: Options): Made<string, Options> {
  const { pattern = /./, accepts = () => true, ...common }: TextOptions = options;
  return {
    ...common,
    expected,
    parse: (value) => (pattern.test(value) && accepts(value) ? value : undefined),
  };
}

function integer<const Options extends Common>(
  least: number,
  most: number,
  common: Options,
): Made<number, Options> {
  const parse = (value: string) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  };
  return { ...common, expected: `a whole number from ${least} to ${most}`, parse };
}

function oneOf<const Name extends string, const Options extends Common>(
  names: readonly Name[],
  common: Options,
): Made<Name, Options> {
  const parse = (value: string) => names.find((name) => name === value);
  return { ...common, expected: `one of ${names.join(", ")}`, parse };
}

interface ListOptions extends Common {
  readonly item: (text: string) => string | undefined;
}

function list<const Options extends ListOptions>(
  expected: string,
  options: Options,
): Made<readonly string[], Options> {
  const { item, ...common }: ListOptions = options;
  const parse = (value: string) => {
    const items = value.split(",").map((part) => item(part.trim()));
    return items.every((one) => one !== undefined) ? items : undefined;
  };
  return { ...common, expected, parse };
}

function addressRange(text: string): string | undefined {
  const [, address = "", bits = "1"] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const mostBits = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && Number(bits) >= 1 && Number(bits) <= mostBits ? text : undefined;
}

function origin(text: string): string | undefined {
  if (text === "loopback") return text;
  const url = URL.canParse(text) && !text.includes("*") ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.origin === text ? text : undefined;
}
