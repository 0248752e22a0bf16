import { existsSync } from "node:fs";
import { readSourceFile } from "../document/source-file.ts";
import { isDate, isObject, type JsonObject, stringsOf } from "../json-value.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import type { Exemptions } from "./exemptions.ts";
import { defaultImpacts } from "./policy-template.ts";

/** The impact that a policy file can give a rule. */
export type PolicyImpact = "major" | "minor" | "off";

/** A team's overrides of the gate's defaults. */
export interface GatePolicy {
  /** The policy file's name, for reports. */
  readonly file: string;
  readonly rules: Readonly<Record<string, PolicyImpact>>;
  /** Whether a breaking change passes if `info.version` moved as far as it requires. @default "forbidden" */
  readonly breaking: "forbidden" | "with-version";
  /** Whether a removal is minor after the day that the base announced for it. @default "major" */
  readonly removal?: "major" | "after-sunset";
  /** The last day, as `2026-12-31`, on which the gate only reports. @default none */
  readonly baseline?: string;
  /** The operations that the gate leaves out. @default none */
  readonly exempt?: Exemptions;
}

/** The effect of the policy file. */
export interface PolicyReport extends Pick<GatePolicy, "file" | "breaking" | "baseline"> {
  /** The number of changes it turns off. */
  readonly off: number;
  /** The number of changes to exempt operations, which are not judged. */
  readonly exempt: number;
  /** The number of changes that block by the policy of the base and not by this one. */
  readonly loosened?: number;
}

/** The default policy file. */
export const usualPolicyFile = "spec-gate.yaml";

const settings = ["rules", "breaking", "removal", "baseline", "exempt"];
const impacts = ["major", "minor", "off"] as const;

/**
 * Reads a policy file; without a name, the default file if it exists.
 * @throws SpecGateError with file and line for anything the gate does not know
 */
export function readPolicy(file?: string): GatePolicy | undefined {
  if (file === undefined && !existsSync(usualPolicyFile)) return undefined;
  const name = file ?? usualPolicyFile;
  const { value = {}, positionOf } = readSourceFile(name);
  const refuse: Refuse = (path, problem) => {
    const { line } = positionOf(path);
    throw new SpecGateError(`${name}:${line}: ${problem}`, { at: { file: name, line } });
  };
  if (!isObject(value))
    return refuse([], "a policy must be a map with settings such as `rules` and `breaking`");
  return { file: name, ...settingsOf(value, refuse) };
}

type Refuse = (path: readonly string[], problem: string) => never;

function settingsOf(value: JsonObject, refuse: Refuse): Omit<GatePolicy, "file"> {
  const { rules = {}, exempt, baseline, breaking, removal, ...others } = value;
  if (!isObject(rules)) return refuse(["rules"], "`rules` must map each rule to major, minor or off");
  for (const [rule, impact] of Object.entries(rules)) {
    if (!Object.hasOwn(defaultImpacts, rule)) {
      refuse(["rules", rule], `unknown rule ${rule}; \`spec-gate rules\` lists all rules`);
    }
    if (!impacts.some((each) => each === impact)) {
      refuse(["rules", rule], `${rule} is ${String(impact)}; choose major, minor or off`);
    }
  }
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) refuse([unknown], `unknown setting ${unknown}; choose ${settings.join(", ")}`);
  if (breaking !== undefined && breaking !== "forbidden" && breaking !== "with-version")
    refuse(["breaking"], `breaking is ${String(breaking)}; choose forbidden or with-version`);
  if (removal !== undefined && removal !== "major" && removal !== "after-sunset")
    refuse(["removal"], `removal is ${String(removal)}; choose major or after-sunset`);
  if (baseline !== undefined && !isDate(String(baseline)))
    refuse(["baseline"], `baseline is ${String(baseline)}; write a date such as 2026-12-31`);
  return {
    rules: rules as GatePolicy["rules"],
    breaking: (breaking ?? "forbidden") as GatePolicy["breaking"],
    ...(removal === undefined ? {} : { removal: removal as "major" | "after-sunset" }),
    ...(baseline === undefined ? {} : { baseline: String(baseline) }),
    ...(exempt === undefined ? {} : { exempt: exemptionsOf(exempt, refuse) }),
  };
}

function exemptionsOf(exempt: unknown, refuse: Refuse): Exemptions {
  if (!isObject(exempt))
    return refuse(["exempt"], "`exempt` must be a map with `extensions`, `paths` and `tags`");
  const { extensions = {}, paths = [], tags = [], ...others } = exempt;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    refuse(["exempt", unknown], `unknown exemption ${unknown}; choose extensions, paths or tags`);
  for (const [key, list] of Object.entries({ paths, tags })) {
    if (!Array.isArray(list) || list.some((each) => typeof each !== "string"))
      refuse(["exempt", key], `${key} must be a list of texts`);
  }
  if (!isObject(extensions))
    return refuse(["exempt", "extensions"], "extensions must map each extension to the values that exempt");
  for (const name of Object.keys(extensions))
    if (!name.startsWith("x-"))
      refuse(["exempt", "extensions", name], `${name} is not an extension: it has no x-`);
  return {
    extensions: Object.fromEntries(Object.entries(extensions).map(([name, value]) => [name, [value].flat()])),
    paths: stringsOf(paths),
    tags: stringsOf(tags),
  };
}
