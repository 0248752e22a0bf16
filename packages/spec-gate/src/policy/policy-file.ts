import { existsSync, readFileSync } from "node:fs";
import { LineCounter, parseDocument } from "yaml";
import { isObject } from "../json-value.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import { defaultImpacts } from "./rule-table.ts";

/** The impact that a policy file can give a rule. */
export type PolicyImpact = "major" | "minor" | "off";

/** A team's overrides of the gate's defaults. */
export interface GatePolicy {
  /** The policy file's name, for reports. */
  readonly file: string;
  readonly rules: Readonly<Record<string, PolicyImpact>>;
  /** Whether a breaking change passes if `info.version` moved as far as it requires. @default "forbidden" */
  readonly breaking: "forbidden" | "with-version";
  /** The effect of an acceptance that no longer matches a change. @default "fail" */
  readonly unusedAcceptances: "fail" | "warn";
}

/** The effect of the policy file. */
export interface PolicyReport extends Pick<GatePolicy, "file" | "breaking" | "unusedAcceptances"> {
  /** The number of changes it turns off. */
  readonly off: number;
}

/** The default policy file. */
export const usualPolicyFile = "spec-gate.yaml";

const choices = {
  breaking: ["forbidden", "with-version"],
  "unused-acceptances": ["fail", "warn"],
} as const;
const impacts = ["major", "minor", "off"] as const;

/**
 * Reads a policy file; without a name, reads the default file if it exists.
 * @throws SpecGateError with file and line for anything the gate does not know
 */
export function readPolicy(file?: string): GatePolicy | undefined {
  if (file === undefined && !existsSync(usualPolicyFile)) return undefined;
  return parsePolicy(file ?? usualPolicyFile);
}

function parsePolicy(file: string): GatePolicy {
  const lines = new LineCounter();
  const document = parseDocument(textOf(file), { lineCounter: lines });
  const [error] = document.errors;
  if (error) throw new SpecGateError(`${file} is not YAML: ${error.message.split("\n")[0]}`);
  const refuse = (path: readonly string[], problem: string): never => {
    const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined;
    const { line } = lines.linePos(node?.range?.[0] ?? 0);
    throw new SpecGateError(`${file}:${line}: ${problem}`);
  };
  const value: unknown = document.toJS() ?? {};
  if (!isObject(value))
    return refuse([], "a policy must be a map with `rules`, `breaking` and `unused-acceptances`");
  const { rules = {}, ...settings } = value;
  if (!isObject(rules)) return refuse(["rules"], "`rules` must map each rule to major, minor or off");
  for (const [rule, impact] of Object.entries(rules)) {
    if (!Object.hasOwn(defaultImpacts, rule)) {
      refuse(["rules", rule], `unknown rule ${rule}; \`spec-gate rules\` lists all rules`);
    }
    if (!impacts.some((each) => each === impact)) {
      refuse(["rules", rule], `${rule} is ${String(impact)}; choose major, minor or off`);
    }
  }
  for (const [key, setting] of Object.entries(settings)) {
    const known: readonly string[] | undefined = choices[key as keyof typeof choices];
    if (!known) refuse([key], `unknown setting ${key}; choose rules, ${Object.keys(choices).join(", ")}`);
    if (!known?.includes(String(setting)))
      refuse([key], `${key} is ${String(setting)}; choose ${known?.join(" or ")}`);
  }
  return {
    file,
    rules: rules as Record<string, PolicyImpact>,
    breaking: (settings.breaking ?? "forbidden") as GatePolicy["breaking"],
    unusedAcceptances: (settings["unused-acceptances"] ?? "fail") as GatePolicy["unusedAcceptances"],
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new SpecGateError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
