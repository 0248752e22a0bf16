import { existsSync, readFileSync, statSync } from "node:fs";
import { nearest } from "@compute-host/command-line";
import { problemList } from "./problem-list.ts";
import { aliases, type Setting, settingPrefix, settings } from "./settings.ts";

type Settings = typeof settings;
type ValueOf<S> = S extends Setting<infer Value> ? Value : never;

/** Settings without a default, which may be absent. */
type Values = {
  readonly [Name in keyof Settings]: ValueOf<Settings[Name]> | undefined;
};

/** How JWTs are verified. */
export interface JwtConfig {
  readonly jwks: string;
  readonly issuer: string;
  readonly audience: string;
  readonly types: readonly string[];
}

/** How provisioning steps are carried out. */
export type ProvisionerConfig =
  | { readonly kind: "simulated"; readonly concurrency: number }
  | {
      readonly kind: "command";
      readonly command: string;
      readonly timeoutMs: number;
      readonly concurrency: number;
      /** Absent: one less than all. */
      readonly concurrencyPerOwner?: number;
    };

/** The configuration of the service, as {@link readConfig} read it from the environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  /** The file that holds the URL, if one does. */
  readonly databaseUrlFile?: string;
  /** How much of the database file is mapped into memory, in bytes. */
  readonly databaseMapBytes: number;
  /** How many connections to PostgreSQL are open at most. */
  readonly databaseConnections: number;
  readonly databaseStatementTimeoutMs: number;
  /** Absent: named after the host and the process. */
  readonly nodeName?: string;
  readonly logLevel: ValueOf<Settings["LOG_LEVEL"]>;
  /** Absent: JWTs are not accepted. */
  readonly jwt?: JwtConfig;
  /** Absent: there is no limit. */
  readonly rateLimitPerMinute?: number;
  /** Absent: not set; CORS is off unless this is a sandbox. */
  readonly corsOrigins?: readonly string[];
  readonly provisioner: ProvisionerConfig;
  /** How long a claim of a provisioning job lasts on PostgreSQL unless it is renewed, in milliseconds. */
  readonly leaseMs: number;
  /** Absent: chosen by the database. */
  readonly stepLogFolder?: string;
  /** How long requests are still accepted after a signal, in milliseconds. */
  readonly shutdownDelayMs: number;
  readonly shutdownTimeoutMs: number;
  readonly shutdownSteps: ShutdownSteps;
}

/** What becomes of running steps at a shutdown. */
export interface ShutdownSteps {
  readonly mode: NonNullable<Values["SHUTDOWN_STEPS"]>;
  /** How long they are waited for, in milliseconds; 0 unless the mode is `wait`. */
  readonly waitMs: number;
}

/** The environment holds values that the service cannot start with; the message names all of them. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  /** One line for each wrong variable. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problemList("The environment is not valid:", problems));
    this.problems = problems;
  }
}

/** Options of {@link readConfig}. */
export interface ReadConfigOptions {
  /** The settings that a command needs: others may be wrong. @default all */
  readonly only?: readonly (keyof Settings)[];
  /** Whether provisioning may be simulated without a setting that says so. @default false */
  readonly isSandbox?: boolean;
  /** Whether everything that the service has started ends with it. @default what the machine shows */
  readonly isContainer?: boolean;
}

/**
 * Reads the configuration from variables that begin with `COMPUTE_HOST_`. An empty one counts as unset. A
 * secret may be in a file whose path is in the variable with the suffix `_FILE`.
 *
 * @throws ConfigError naming every wrong or misspelt variable and what is expected of it.
 */
export function readConfig(
  environment: Environment,
  { only, isSandbox = false, isContainer = isInContainer(environment) }: ReadConfigOptions = {},
): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings) as [keyof Settings, Setting<unknown>][]) {
    const isWanted = only === undefined || only.includes(name);
    values[name] = readValue(name, setting, isWanted ? environment : {}, problems);
  }
  if (only === undefined) {
    problems.push(...misspelt(environment));
    if (!isSandbox) {
      demand("PROVISIONER", values as Values, problems, "only a sandbox pretends to provision by default");
    }
  }
  const databaseUrlFile = environment[`${settingPrefix}DATABASE_URL_FILE`]?.trim();
  const config = {
    ...toConfig(values as Values, problems),
    ...(databaseUrlFile && { databaseUrlFile }),
    shutdownSteps: shutdownSteps(values as Values, problems, isContainer),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

type Environment = Readonly<Record<string, string | undefined>>;

function readValue(
  name: keyof Settings,
  setting: Setting<unknown>,
  environment: Environment,
  problems: string[],
): unknown {
  const { variable, text = setting.default } = findText(name, setting, environment, problems);
  if (text === undefined) return undefined;
  const value = setting.parse(text);
  if (value === undefined) {
    const shown = setting.isSecret ? "" : `, not ${JSON.stringify(text)}`;
    problems.push(`${variable} must be ${setting.expected}${shown}.`);
  }
  return value;
}

function findText(
  name: keyof Settings,
  { isSecret }: Setting<unknown>,
  environment: Environment,
  problems: string[],
): { readonly variable: string; readonly text?: string } {
  const own = settingPrefix + name;
  const variables = aliases.includes(name) ? [own, name] : [own];
  const variable = variables.find((candidate) => environment[candidate]?.trim()) ?? own;
  const text = environment[variable]?.trim();
  const fileVariable = `${own}_FILE`;
  const file = isSecret ? environment[fileVariable]?.trim() : undefined;
  if (!file) return { variable, ...(text && { text }) };
  if (text) problems.push(`${variable} and ${fileVariable} are both set; set one of them.`);
  try {
    // A pipe without a writer, or an endless device, would stop the start without a word.
    if (!statSync(file).isFile()) throw new Error("it is not a file");
    return { variable: fileVariable, text: readFileSync(file, "utf8").trim() };
  } catch (error) {
    problems.push(
      `${fileVariable} must be the path of a file that can be read: ${(error as Error).message}.`,
    );
    return { variable };
  }
}

/** Variables with the prefix that are not settings: those of a step's command, and of clients. */
const otherVariables =
  /^(?:COMPUTER_(?:ID|NAME)|PROVIDER_TYPE|HOST_ID|HOSTNAME|REMOTE_USER|OWNER_ID|STEP_ID|INSTALL_SESSION_ID|ATTEMPT|OUTPUT|RELAY_(?:CLIENT|AGENT)_URL|RUN_ID|TOKEN|URL)$/;

/** Names of the variables of all settings, without the prefix. */
const settingNames = (Object.entries(settings) as [string, Setting<unknown>][]).flatMap(
  ([name, { isSecret }]) => (isSecret ? [name, `${name}_FILE`] : [name]),
);

/** The environment without what holds the password of the database, as the settings do: for commands, and what they start. */
export function withoutSettings(environment: Environment): Environment {
  const variables = new Set([...settingNames.map((name) => settingPrefix + name), ...aliases, "PGPASSWORD"]);
  return Object.fromEntries(Object.entries(environment).filter(([variable]) => !variables.has(variable)));
}

function misspelt(environment: Environment): string[] {
  return Object.keys(environment).flatMap((variable) => {
    const name = variable.startsWith(settingPrefix) ? variable.slice(settingPrefix.length) : undefined;
    if (name === undefined || settingNames.includes(name) || otherVariables.test(name)) return [];
    const meant = nearest(name, settingNames);
    const advice =
      meant === undefined ? "see .env.example of the package." : `did you mean ${settingPrefix}${meant}?`;
    return [`${variable} is not a setting; ${advice}`];
  });
}

/** Wrong values are absent here; the problems already prevent the start. */
function toConfig(values: Values, problems: string[]): Omit<Config, "shutdownSteps"> {
  const jwt = jwtConfig(values, problems);
  return {
    host: values.HOST as string,
    port: values.PORT as number,
    databaseUrl: values.DATABASE_URL as string,
    databaseMapBytes: (values.DATABASE_MAP_MEGABYTES as number) * 2 ** 20,
    databaseConnections: values.DATABASE_CONNECTIONS as number,
    databaseStatementTimeoutMs: (values.DATABASE_STATEMENT_TIMEOUT_SECONDS as number) * 1000,
    ...(values.NODE_NAME && { nodeName: values.NODE_NAME }),
    logLevel: values.LOG_LEVEL as Config["logLevel"],
    ...(jwt && { jwt }),
    ...(values.RATE_LIMIT_PER_MINUTE && { rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE }),
    ...(values.CORS_ORIGINS && { corsOrigins: values.CORS_ORIGINS }),
    provisioner: provisionerConfig(values, problems),
    leaseMs: (values.PROVISIONER_LEASE_SECONDS as number) * 1000,
    ...(values.PROVISIONER_LOG_FOLDER && { stepLogFolder: values.PROVISIONER_LOG_FOLDER }),
    shutdownDelayMs: (values.SHUTDOWN_DELAY_SECONDS as number) * 1000,
    shutdownTimeoutMs: (values.SHUTDOWN_TIMEOUT_SECONDS as number) * 1000,
  };
}

function jwtConfig(values: Values, problems: string[]): JwtConfig | undefined {
  const { JWT_JWKS: jwks, JWT_ISSUER: issuer, JWT_AUDIENCE: audience } = values;
  if (jwks === undefined && issuer === undefined && audience === undefined) return undefined;
  for (const name of ["JWT_JWKS", "JWT_ISSUER", "JWT_AUDIENCE"] as const) {
    demand(name, values, problems, "the settings JWT_JWKS, JWT_ISSUER and JWT_AUDIENCE belong together");
  }
  return {
    jwks: jwks ?? "",
    issuer: issuer ?? "",
    audience: audience ?? "",
    types: values.JWT_TYPES ?? [],
  };
}

function provisionerConfig(values: Values, problems: string[]): ProvisionerConfig {
  const concurrency = values.PROVISIONER_CONCURRENCY as number;
  if (values.PROVISIONER !== "command") return { kind: "simulated", concurrency };
  demand("PROVISIONER_COMMAND", values, problems, "the provisioner is command");
  const timeoutMs = (values.PROVISIONER_TIMEOUT_SECONDS as number) * 1000;
  const { PROVISIONER_COMMAND: command = "", PROVISIONER_CONCURRENCY_PER_OWNER: perOwner } = values;
  const limits = { timeoutMs, concurrency, ...(perOwner && { concurrencyPerOwner: perOwner }) };
  return { kind: "command", command, ...limits };
}

function shutdownSteps(values: Values, problems: string[], isContainer: boolean): ShutdownSteps {
  // What only pretends is not worth a wait.
  if (values.PROVISIONER !== "command") return { mode: "kill", waitMs: 0 };
  // Elsewhere another node would run the step too, or no next start knows of it.
  const canLeave = /^sqlite:(?!:memory:)/.test(values.DATABASE_URL ?? "");
  const { SHUTDOWN_STEPS: mode = canLeave && !isContainer ? "leave" : "wait" } = values;
  if (mode === "leave" && !canLeave) {
    problems.push(
      `${settingPrefix}SHUTDOWN_STEPS must be wait or kill: only a database in a SQLite file can leave commands to its next start.`,
    );
  }
  return { mode, waitMs: mode === "wait" ? (values.SHUTDOWN_STEPS_SECONDS as number) * 1000 : 0 };
}

/** Whether Docker, Podman or Kubernetes started this, or the end of this process ends every other one. */
function isInContainer(environment: Environment): boolean {
  return (
    process.pid === 1 ||
    environment.KUBERNETES_SERVICE_HOST !== undefined ||
    existsSync("/.dockerenv") ||
    existsSync("/run/.containerenv")
  );
}

/** A wrong value has already been reported. */
function demand(name: keyof Settings, values: Values, problems: string[], why: string): void {
  const variable = settingPrefix + name;
  if (values[name] !== undefined || problems.some((problem) => problem.startsWith(`${variable} `))) return;
  problems.push(`${variable} must be set to ${settings[name].expected}, because ${why}.`);
}

/** Whether an address or a host name means this machine alone. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127\./.test(host);
}
