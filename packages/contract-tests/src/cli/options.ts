import { statSync } from "node:fs";
import { dirname } from "node:path";
import {
  type CommandOptions as Accepts,
  checkValue,
  parseCommandLine,
  UsageError,
  unknownWord,
} from "@compute-host/command-line";
import { usualShare } from "../report/totals.ts";

/** The parsed options of the command. */
export type CommandOptions = ReturnType<typeof parseOptions>;

const milliseconds = {
  name: "a number of milliseconds",
  test: (text: string) => /^\d+(\.\d+)?$/.test(text),
};

const wholeNumber = {
  name: "a whole number of at least 0",
  test: (text: string) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text)),
};

const regularExpression = {
  name: "a regular expression",
  test(text: string) {
    try {
      return new RegExp(text) instanceof RegExp;
    } catch {
      return false;
    }
  },
};

/** Checked first, so that a run of minutes does not fail at its end. */
const writableFile = {
  name: "a file in a folder that exists",
  test: (path: string) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true &&
    statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() === true,
};

const decisions = { name: "require or report", test: (text: string) => /^(require|report)$/.test(text) };

const required = {
  name: "all, or a share such as 80%",
  test: (text: string) => /^(all|100%|\d?\d(\.\d+)?%)$/.test(text),
};

const reportKinds = ["junit", "json"] as const;

/** A supported report format. */
export type ReportKind = (typeof reportKinds)[number];

/** The environment variables of the command. */
export type Environment = Readonly<Record<string, string | undefined>>;

const options = {
  "base-url": { type: "string" },
  computers: { type: "string", multiple: true },
  disposable: { type: "boolean" },
  require: { type: "string", accepts: required },
  decisions: { type: "string", accepts: decisions },
  report: { type: "string", multiple: true },
  seed: { type: "string", accepts: wholeNumber },
  only: { type: "string", accepts: regularExpression },
  journal: { type: "string", accepts: writableFile },
  restore: { type: "boolean" },
  list: { type: "boolean" },
  "max-response-ms": { type: "string", accepts: milliseconds },
  "settle-ms": { type: "string", accepts: milliseconds },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const satisfies Accepts;

/**
 * Reads the arguments and the environment.
 *
 * @throws UsageError if something is missing or wrong, with what to do
 */
export function parseOptions(args: readonly string[], env: Environment) {
  const values = parseArguments(args);
  const baseUrl = values["base-url"] ?? env.CONTRACT_BASE_URL ?? "";
  const listsCases = values.list ?? false;
  if (!listsCases && !(/^https?:\/\/./.test(baseUrl) && URL.canParse(baseUrl))) {
    const what =
      baseUrl === "" ? "Name the service" : `${JSON.stringify(baseUrl)} is not a URL: name the service`;
    throw new UsageError(`${what} with --base-url, such as --base-url https://compute.example.com.`);
  }
  checkAddress(baseUrl);
  const token = env.CONTRACT_TOKEN ?? "";
  if (!listsCases && token === "") {
    throw new UsageError("Set CONTRACT_TOKEN in the environment to an API key or a JWT.");
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
    /** Whether no case may be left out. */
    requiresAll: values.require === "all",
    /** The share of cases that have to run, of those that the options allow. */
    requiredShare: shareOf(values.require) ?? (values.only === undefined ? usualShare : 0),
    /** Whether a difference from this project's decisions fails the run. */
    requiresDecisions: values.decisions !== "report",
    reports: (values.report ?? []).map(parseReport),
    seed: numberOf(values.seed) ?? Math.floor(Math.random() * 1_000_000),
    only: values.only === undefined ? undefined : new RegExp(values.only, "i"),
    journal: values.journal ?? usualJournal(baseUrl),
    restores: values.restore ?? false,
    listsCases,
    maxResponseMs: numberOf(values["max-response-ms"]),
    settleWithinMs: numberOf(values["settle-ms"]),
  };
}

/** Names a journal after its service, so that runs against several services can share a folder. */
function usualJournal(baseUrl: string): string {
  const { host = "", pathname = "" } = URL.parse(baseUrl) ?? {};
  const service = (host + pathname.replace(/\/+$/, "")).replaceAll(/[^\w.-]+/g, "-");
  return `contract-tests.${service}.journal.json`;
}

function parseArguments(args: readonly string[]) {
  try {
    return parseCommandLine(args, { help: "contract-tests --help", options }).values;
  } catch (error) {
    // The service's API keys begin with `chk_`.
    if (args.some((arg) => /^(--?\w*(token|key|password|secret)|chk_)/i.test(arg))) {
      throw new UsageError(
        "Do not pass credentials as arguments: other users of the machine can see them. " +
          "Set CONTRACT_TOKEN and the other variables; see contract-tests --help.",
      );
    }
    throw error;
  }
}

/** Paths are added to the address, and messages show it. */
function checkAddress(baseUrl: string): void {
  const { username = "", password = "", search = "", hash = "" } = URL.parse(baseUrl) ?? {};
  const parts = { credentials: username + password, "a query": search, "a fragment": hash };
  for (const [part, text] of Object.entries(parts))
    if (text !== "") throw new UsageError(`--base-url must not have ${part}.`);
}

/** Equal tokens would make cases fail although the service is right. */
function checkTokens(token: string, env: Environment): void {
  const spelt = ["CONTRACT_TOKEN", "CONTRACT_OTHER_TOKEN"].find((name) => /^Bearer\s/i.test(env[name] ?? ""));
  if (spelt) throw new UsageError(`${spelt} is only the token: leave out "Bearer".`);
  for (const name of ["CONTRACT_OTHER_TOKEN", "CONTRACT_REVOKED_TOKEN", "CONTRACT_EXPIRED_TOKEN"]) {
    if (token !== "" && env[name] === token) {
      throw new UsageError(
        `${name} is the same token as CONTRACT_TOKEN: leave it out, or set a different token.`,
      );
    }
  }
}

function shareOf(required: string | undefined): number | undefined {
  return required?.endsWith("%") ? parseFloat(required) / 100 : undefined;
}

function listed(values: readonly string[] | undefined): string[] {
  return (values ?? [])
    .flatMap((value) => value.split(","))
    .map((name) => name.trim())
    .filter(Boolean);
}

function parseReport(value: string): { readonly kind: ReportKind; readonly file: string } {
  const [kind = "", file = ""] = value.split(/=(.*)/s);
  const known = reportKinds.find((one) => one === kind);
  const usual = `Write it as ${reportKinds.map((one) => `${one}=FILE`).join(" or ")}.`;
  if (known === undefined) {
    throw unknownWord("--report has an unknown kind", kind, { known: reportKinds, otherwise: usual });
  }
  if (file === "") throw new UsageError(`--report ${kind} lacks its file. ${usual}`);
  checkValue(`The file of --report ${kind}`, file, writableFile);
  return { kind: known, file };
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
