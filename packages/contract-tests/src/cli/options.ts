import { existsSync, readFileSync } from "node:fs";
import { parseArgs, parseEnv } from "node:util";

/** The command was called incorrectly; the message says how to fix it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The parsed options of the command. */
export interface CommandOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly otherToken?: string | undefined;
  readonly revokedToken?: string | undefined;
  readonly expiredToken?: string | undefined;
  readonly computers: readonly string[];
  readonly isDisposable: boolean;
  /** Names of cases that must not be left out; `all` means every case. */
  readonly require: readonly string[];
  readonly reports: readonly Report[];
  readonly baseline?: string | undefined;
  readonly writesBaseline: boolean;
  readonly seed: number;
  readonly only?: RegExp | undefined;
  readonly journal: string;
  readonly restores: boolean;
  readonly listsCases: boolean;
  readonly maxResponseMs?: number | undefined;
  readonly settleWithinMs?: number | undefined;
}

/** A report and its file. */
export interface Report {
  readonly kind: ReportKind;
  readonly file: string;
}

const reportKinds = ["junit", "json", "html"] as const;

/** A supported report format. */
export type ReportKind = (typeof reportKinds)[number];

type Environment = Readonly<Record<string, string | undefined>>;

const options = {
  "base-url": { type: "string" },
  computers: { type: "string", multiple: true },
  disposable: { type: "boolean" },
  require: { type: "string", multiple: true },
  report: { type: "string", multiple: true },
  baseline: { type: "string" },
  "write-baseline": { type: "boolean" },
  seed: { type: "string" },
  only: { type: "string" },
  journal: { type: "string" },
  restore: { type: "boolean" },
  list: { type: "boolean" },
  credentials: { type: "string" },
  "max-response-ms": { type: "string" },
  "settle-ms": { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/**
 * Reads the arguments and the environment.
 *
 * @throws UsageError if something is missing or wrong, with what to do
 */
export function parseOptions(args: readonly string[], environment: Environment): CommandOptions {
  const values = parseArguments(args);
  const env = { ...readEnvFile(values.credentials), ...definedOnly(environment) };
  const baseUrl = values["base-url"] ?? env.CONTRACT_BASE_URL ?? "";
  const listsCases = values.list ?? false;
  if (!listsCases && !/^https?:\/\/./.test(baseUrl)) {
    throw new UsageError("Name the service with --base-url, such as --base-url http://127.0.0.1:4010.");
  }
  const token = env.CONTRACT_TOKEN ?? "";
  if (!listsCases && token === "") {
    throw new UsageError(
      "Set CONTRACT_TOKEN, in the environment or in the file of --credentials, to an API key or a JWT.",
    );
  }
  checkTokens(token, env);
  return {
    baseUrl: baseUrl.replace(/\/+$/, ""),
    token,
    otherToken: env.CONTRACT_OTHER_TOKEN || undefined,
    revokedToken: env.CONTRACT_REVOKED_TOKEN || undefined,
    expiredToken: env.CONTRACT_EXPIRED_TOKEN || undefined,
    computers: listed(values.computers),
    isDisposable: values.disposable ?? false,
    require: listed(values.require),
    reports: (values.report ?? []).map(parseReport),
    baseline: values.baseline,
    writesBaseline: values["write-baseline"] ?? false,
    seed: numberOf("--seed", values.seed) ?? Math.floor(Math.random() * 1_000_000),
    only: patternOf(values.only),
    journal: values.journal ?? "contract-tests.journal.json",
    restores: values.restore ?? false,
    listsCases,
    maxResponseMs: numberOf("--max-response-ms", values["max-response-ms"]),
    settleWithinMs: numberOf("--settle-ms", values["settle-ms"]),
  };
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    if (args.some((arg) => /^--?\w*(token|key|password|secret)/i.test(arg))) {
      throw new UsageError(
        "Do not pass credentials as arguments, which other users of the machine can see. Set CONTRACT_TOKEN, CONTRACT_OTHER_TOKEN, CONTRACT_REVOKED_TOKEN and CONTRACT_EXPIRED_TOKEN, or name a file with --credentials.",
      );
    }
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readEnvFile(file: string | undefined): Environment {
  if (file === undefined) return {};
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  return parseEnv(readFileSync(file, "utf8"));
}

function definedOnly(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
}

/** Equal tokens would make cases fail although the service is right. */
function checkTokens(token: string, env: Environment): void {
  for (const name of ["CONTRACT_OTHER_TOKEN", "CONTRACT_REVOKED_TOKEN", "CONTRACT_EXPIRED_TOKEN"]) {
    if (token !== "" && env[name] === token) {
      throw new UsageError(`${name} is the same token as CONTRACT_TOKEN: leave it out, or set another one.`);
    }
  }
}

function listed(values: readonly string[] | undefined): string[] {
  return (values ?? [])
    .flatMap((value) => value.split(","))
    .map((name) => name.trim())
    .filter(Boolean);
}

function parseReport(value: string): Report {
  const [kind = "", file = ""] = value.split(/=(.*)/s);
  const known = reportKinds.find((one) => one === kind);
  if (known && file !== "") return { kind: known, file };
  throw new UsageError(
    `--report ${value}: write it as ${reportKinds.map((one) => `${one}=FILE`).join(", ")}.`,
  );
}

function numberOf(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() !== "" && Number.isFinite(number) && number >= 0) return number;
  throw new UsageError(`${name} has to be a number of 0 or more, not "${value}".`);
}

function patternOf(text: string | undefined): RegExp | undefined {
  if (text === undefined) return undefined;
  try {
    return new RegExp(text, "i");
  } catch (error) {
    throw new UsageError(`--only: ${error instanceof Error ? error.message : String(error)}`);
  }
}
