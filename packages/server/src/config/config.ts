import { existsSync, readFileSync, statSync } from "node:fs";
import { nearest } from "@compute-host/command-line";
import { describeReadFailure } from "@compute-host/command-line/read-failure";
import { problemList } from "./problem-list.ts";
import { aliases, type Setting, settings, variableOf } from "./settings.ts";

type Settings = typeof settings;
type Values = {
  readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Value : never;
};

/** How JWTs are verified. */
export interface JwtConfig {
  readonly jwks: string;
  readonly issuer: string;
  readonly audience: string;
}

/** The configuration of the service, as {@link readConfig} read it from the environment. */
export interface Config extends Values {
  /** The file that contains the URL of the database, if there is one. */
  readonly databaseUrlFile?: string;
  /** Absent: JWTs are not accepted. */
  readonly jwt?: JwtConfig;
  /** What a shutdown does with running steps. */
  readonly shutdownSteps: NonNullable<Values["shutdownSteps"]>;
}

/** The service cannot start with the values in the environment; the message lists all that are wrong. */
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
  /** The settings that a command needs; others may be wrong. @default all */
  readonly only?: readonly (keyof Settings)[];
  /** Whether provisioning may be simulated without an explicit setting. @default false */
  readonly isSandbox?: boolean;
  /** Whether everything that the service has started ends with it. @default detected */
  readonly isContainer?: boolean;
}

/**
 * Reads the configuration from variables that begin with `COMPUTE_HOST_`. An empty variable counts as unset. A secret
 * may be in a file whose path is in the variable with the suffix `_FILE`.
 *
 * @throws ConfigError naming every wrong or misspelt variable and what is expected.
 */
export function readConfig(
  environment: Environment,
  { only, isSandbox = false, isContainer = isInContainer(environment) }: ReadConfigOptions = {},
): Config {
  const problems: string[] = [];
  const entries = Object.entries(settings) as [keyof Settings, Setting<unknown>][];
  const values = Object.fromEntries(
    entries.map(([name, setting]) => {
      const isWanted = only === undefined || only.includes(name);
      return [name, readValue(name, setting, isWanted ? environment : {}, problems)];
    }),
  ) as unknown as Values;
  if (only === undefined) {
    problems.push(...misspelt(environment));
    if (!isSandbox)
      demand("provisioner", values, problems, "only a sandbox simulates provisioning by default");
  }
  if (values.provisioner === "command")
    demand("provisionerCommand", values, problems, "the provisioner is command");
  const databaseUrlFile = environment[`${variableOf("databaseUrl")}_FILE`]?.trim();
  const jwt = jwtConfig(values, problems);
  const config = {
    ...values,
    ...(databaseUrlFile && { databaseUrlFile }),
    ...(jwt && { jwt }),
    shutdownSteps: shutdownSteps(values, problems, isContainer),
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
  const own = variableOf(name);
  const variables = [own, ...aliases.filter((alias) => own.endsWith(`_HOST_${alias}`))];
  const variable = variables.find((candidate) => environment[candidate]?.trim()) ?? own;
  const text = environment[variable]?.trim();
  const fileVariable = `${own}_FILE`;
  const file = isSecret ? environment[fileVariable]?.trim() : undefined;
  if (!file) return { variable, ...(text && { text }) };
  if (text) problems.push(`${variable} and ${fileVariable} are both set; set one of them.`);
  try {
    // A pipe without a writer or an endless device would silently block the start.
    if (!statSync(file).isFile()) throw new Error("it is not a file");
    return { variable: fileVariable, text: readFileSync(file, "utf8").trim() };
  } catch (error) {
    problems.push(
      `${fileVariable} must be the path of a file that can be read: ${describeReadFailure(error)}.`,
    );
    return { variable };
  }
}

/** Variables with the prefix that are not settings: those of step commands and of clients. */
const otherVariables: readonly string[] = [
  "COMPUTER_ID",
  "COMPUTER_NAME",
  "PROVIDER_TYPE",
  "HOST_ID",
  "HOSTNAME",
  "REMOTE_USER",
  "OWNER_ID",
  "STEP_ID",
  "INSTALL_SESSION_ID",
  "ATTEMPT",
  "OUTPUT",
  "RELAY_CLIENT_URL",
  "RELAY_AGENT_URL",
  "RUN_ID",
  "TOKEN",
  "URL",
].map((name) => variableOf("") + name);

/** The variables of all settings. */
const variables = (Object.entries(settings) as [string, Setting<unknown>][]).flatMap(
  ([name, { isSecret }]) => (isSecret ? [variableOf(name), `${variableOf(name)}_FILE`] : [variableOf(name)]),
);

/**
 * The environment for step commands: without the settings and other variables that can contain the database's password.
 */
export function withoutSettings(environment: Environment): Environment {
  const left = new Set([...variables, ...aliases, "PGPASSWORD"]);
  return Object.fromEntries(Object.entries(environment).filter(([variable]) => !left.has(variable)));
}

function misspelt(environment: Environment): string[] {
  return Object.keys(environment).flatMap((variable) => {
    const isOurs = variable.startsWith(variableOf("")) && !otherVariables.includes(variable);
    if (!isOurs || variables.includes(variable)) return [];
    const meant = nearest(variable, variables);
    const advice = meant === undefined ? "see the package's .env.example." : `did you mean ${meant}?`;
    return [`${variable} is not a setting; ${advice}`];
  });
}

function jwtConfig(values: Values, problems: string[]): JwtConfig | undefined {
  const { jwtJwks: jwks, jwtIssuer: issuer, jwtAudience: audience } = values;
  if (jwks === undefined && issuer === undefined && audience === undefined) return undefined;
  for (const name of ["jwtJwks", "jwtIssuer", "jwtAudience"] as const) {
    demand(name, values, problems, "the settings JWT_JWKS, JWT_ISSUER and JWT_AUDIENCE belong together");
  }
  return { jwks: jwks ?? "", issuer: issuer ?? "", audience: audience ?? "" };
}

function shutdownSteps(values: Values, problems: string[], isContainer: boolean): Config["shutdownSteps"] {
  // Simulated steps are not worth waiting for.
  if (values.provisioner !== "command") return "kill";
  // With any other database, another node would run the step too, or the next start would not know of it.
  const canLeave = /^sqlite:(?!:memory:)/.test(values.databaseUrl);
  const { shutdownSteps: mode = canLeave && !isContainer ? "leave" : "wait" } = values;
  if (mode === "leave" && !canLeave) {
    problems.push(
      `${variableOf("shutdownSteps")} must be wait or kill: ` +
        "only a database in a SQLite file can leave commands to its next start.",
    );
  }
  return mode;
}

/** Whether Docker, Podman or Kubernetes started this, or all other processes end with this one. */
function isInContainer(environment: Environment): boolean {
  return (
    process.pid === 1 ||
    environment.KUBERNETES_SERVICE_HOST !== undefined ||
    existsSync("/.dockerenv") ||
    existsSync("/run/.containerenv")
  );
}

/** Reports a missing value, unless it has been reported as wrong. */
function demand(name: keyof Settings, values: Values, problems: string[], why: string): void {
  const variable = variableOf(name);
  if (values[name] !== undefined || problems.some((problem) => problem.startsWith(`${variable} `))) return;
  problems.push(`${variable} must be set to ${settings[name].expected}, because ${why}.`);
}

/** Whether an address or a host name is only reachable from this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127\./.test(host);
}
