import { type Setting, settings } from "./settings.ts";

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
  readonly algorithms: ValueOf<Settings["JWT_ALGORITHMS"]>;
  readonly clockToleranceSeconds: number;
}

/** How provisioning steps are carried out. */
export type ProvisionerConfig =
  | { readonly kind: "simulated"; readonly concurrency: number }
  | {
      readonly kind: "command";
      readonly command: string;
      readonly timeoutMs: number;
      readonly concurrency: number;
    };

/** The configuration of the service, as {@link readConfig} read it from the environment. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly logLevel: ValueOf<Settings["LOG_LEVEL"]>;
  readonly slowRequestMs: number;
  /** Absent: JWTs are not accepted. */
  readonly jwt?: JwtConfig;
  /** Absent: there is no limit. */
  readonly rateLimitPerMinute?: number;
  /** Empty: CORS is off. */
  readonly corsOrigins: readonly string[];
  readonly provisioner: ProvisionerConfig;
  readonly shutdownTimeoutMs: number;
}

/** The environment holds values that the service cannot start with; the message names all of them. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  /** One line for each wrong variable. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The environment is not valid:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/**
 * Reads the configuration. A variable that is set to nothing counts as not set.
 *
 * @throws ConfigError naming every wrong variable and what is expected of it.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings) as [string, Setting<unknown>][]) {
    values[name] = readValue(name, setting, environment[name], problems);
  }
  const config = toConfig(values as Values, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function readValue(
  name: string,
  setting: Setting<unknown>,
  given: string | undefined,
  problems: string[],
): unknown {
  const text = given?.trim() || setting.default;
  if (text === undefined) return undefined;
  const value = setting.parse(text);
  if (value === undefined) {
    const shown = setting.isSecret ? "" : `, not ${JSON.stringify(text)}`;
    problems.push(`${name} must be ${setting.expected}${shown}.`);
  }
  return value;
}

/** Values that are absent only because they are wrong do not matter: the problems stop the start. */
function toConfig(values: Values, problems: string[]): Config {
  const jwt = jwtConfig(values, problems);
  return {
    host: values.HOST as string,
    port: values.PORT as number,
    databaseUrl: values.DATABASE_URL as string,
    logLevel: values.LOG_LEVEL as Config["logLevel"],
    slowRequestMs: values.SLOW_REQUEST_MS as number,
    ...(jwt && { jwt }),
    ...(values.RATE_LIMIT_PER_MINUTE && { rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE }),
    corsOrigins: values.CORS_ORIGINS ?? [],
    provisioner: provisionerConfig(values, problems),
    shutdownTimeoutMs: (values.SHUTDOWN_TIMEOUT_SECONDS as number) * 1000,
  };
}

function jwtConfig(values: Values, problems: string[]): JwtConfig | undefined {
  const { JWT_JWKS: jwks, JWT_ISSUER: issuer, JWT_AUDIENCE: audience } = values;
  if (jwks === undefined && issuer === undefined && audience === undefined) return undefined;
  for (const name of ["JWT_JWKS", "JWT_ISSUER", "JWT_AUDIENCE"] as const) {
    demand(name, values, problems, "JWT_JWKS, JWT_ISSUER and JWT_AUDIENCE belong together");
  }
  return {
    jwks: jwks ?? "",
    issuer: issuer ?? "",
    audience: audience ?? "",
    algorithms: values.JWT_ALGORITHMS ?? [],
    clockToleranceSeconds: values.JWT_CLOCK_TOLERANCE_SECONDS as number,
  };
}

function provisionerConfig(values: Values, problems: string[]): ProvisionerConfig {
  const concurrency = values.PROVISIONER_CONCURRENCY as number;
  if (values.PROVISIONER !== "command") return { kind: "simulated", concurrency };
  demand("PROVISIONER_COMMAND", values, problems, "PROVISIONER is command");
  const timeoutMs = (values.PROVISIONER_TIMEOUT_SECONDS as number) * 1000;
  return { kind: "command", command: values.PROVISIONER_COMMAND ?? "", timeoutMs, concurrency };
}

/** A variable that is set to a wrong value has been reported already. */
function demand(name: keyof Settings, values: Values, problems: string[], why: string): void {
  if (values[name] !== undefined || problems.some((problem) => problem.startsWith(`${name} `))) return;
  problems.push(`${name} must be set to ${settings[name].expected}, because ${why}.`);
}
