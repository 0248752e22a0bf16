import { readApiDocument } from "../document/api-document.ts";
import { type Assignment, type Mismatch, mismatchesOf } from "./assignability.ts";
import {
  componentSections,
  type GeneratedTypes,
  generateTypes,
  type TypedOperation,
} from "./generated-types.ts";
import { schemaUsage, type Usage } from "./schema-usage.ts";
import { type TypeRule, type TypeRuleId, typeRules } from "./type-rules.ts";

/** A use of the generated types that stops compiling. */
export interface TypeChange extends TypeRule {
  readonly rule: TypeRuleId;
  /** The operation, or the schema as `schema Name`. */
  readonly subjects: readonly string[];
  /** The properties that lead to it. */
  readonly place: string;
  readonly base?: string;
  readonly revision?: string;
  /** The operations that it affects. */
  readonly operations: readonly string[];
}

/** An assignment that has to compile, and what a failure means. */
interface Probe extends Assignment {
  readonly rule: TypeRuleId;
  readonly subject: string;
  /** The part of an operation; missing properties are reported only if nothing else is. */
  readonly part: "arguments" | "responses" | "payload" | "reply" | "schema";
  readonly operations: readonly string[];
}

/**
 * Generates the types of both versions with openapi-typescript and compiles consumers' code for the base against
 * the revision: arguments must be assignable from old to new, responses from new to old, and every named property
 * must exist.
 * @throws SpecGateError if openapi-typescript cannot generate a version's types
 */
export async function compareTypes(baseFile: string, revisionFile: string): Promise<TypeChange[]> {
  const [base, revision] = await Promise.all([generateTypes(baseFile), generateTypes(revisionFile)]);
  if (base.source === revision.source) return [];
  const usage = schemaUsage([baseFile, revisionFile].map((file) => readApiDocument(file)));
  const changes: TypeChange[] = [];
  const probes: Probe[] = [];
  for (const operation of base.operations)
    compareOperation(operation, revision.operations, { changes, probes });
  for (const [section, members] of base.components)
    for (const name of members.keys())
      compareComponent({ section, name }, { base, revision, usage: usage(name), changes, probes });
  const mismatches = await mismatchesOf({ base: base.source, revision: revision.source }, probes);
  return grouped([...changes, ...withoutRepeats(probes, mismatches)]);
}

/** Merges changes that are the same in several operations. */
function grouped(changes: readonly TypeChange[]): TypeChange[] {
  const groups = new Map<string, TypeChange>();
  for (const change of changes) {
    const { subjects, operations, ...rest } = change;
    const isOperation = operations.join() === subjects.join();
    const key = JSON.stringify(isOperation ? rest : change);
    const group = groups.get(key);
    const merged = group && {
      ...group,
      subjects: [...group.subjects, ...subjects],
      operations: [...group.operations, ...operations],
    };
    groups.set(key, merged ?? change);
  }
  return [...groups.values()];
}

interface Findings {
  readonly changes: TypeChange[];
  readonly probes: Probe[];
}

function compareOperation(
  old: TypedOperation,
  operations: readonly TypedOperation[],
  { changes, probes }: Findings,
): void {
  const isWebhook = old.root === "webhooks";
  const subject = isWebhook ? `webhook ${old.path}` : `${old.method.toUpperCase()} ${old.path}`;
  const candidates = operations.filter(({ method, root }) => method === old.method && root === old.root);
  const found =
    candidates.find(({ path }) => path === old.path) ??
    candidates.find(({ path }) => !isWebhook && withoutNames(path) === withoutNames(old.path));
  const report = (rule: TypeRuleId, sides: Pick<TypeChange, "base" | "revision"> = {}) =>
    changes.push(typeChange(rule, { subject, operations: [subject], ...sides }));
  if (!found) {
    report(isWebhook ? "types-webhook-removed" : "types-operation-removed");
    return;
  }
  if (found.path !== old.path) report("types-path-renamed", { base: old.path, revision: found.path });
  if (old.operationId !== undefined && found.operationId !== old.operationId) {
    report("types-operation-id-changed", { base: old.operationId, revision: found.operationId ?? "none" });
  }
  const [from, to] = [operationType("Base", old), operationType("Revision", found)];
  // A renamed path parameter is reported with its path.
  const places =
    found.path === old.path ? '"query" | "header" | "path" | "cookie"' : '"query" | "header" | "cookie"';
  const add = (rule: TypeRuleId, part: Probe["part"], assignment: Assignment) =>
    probes.push({ rule, part, subject, operations: [subject], ...assignment });
  // A caller sends one of the media types it knows, so another one makes no difference.
  const args = (type: string, old: string) =>
    `Part<${type}["parameters"], ${places}> & Body<${type}, ${old}>`;
  const [argsFrom, argsTo] = [args(from, from), args(to, isWebhook ? to : from)];
  const [bodiesFrom, bodiesTo] = [`Bodies<${from}>`, `Bodies<${to}>`];
  if (isWebhook) {
    // The user's code reads the payload and writes the reply, with one of the statuses it knows.
    add("types-webhook", "payload", { from: argsTo, to: argsFrom });
    add("types-property-gone", "payload", { from: argsFrom, to: argsTo, names: "read" });
    add("types-webhook", "reply", { from: bodiesFrom, to: `Same<${bodiesTo}, ${bodiesFrom}>` });
    add("types-property-gone", "reply", { from: bodiesFrom, to: bodiesTo, names: "written" });
    return;
  }
  add("types-arguments", "arguments", { from: argsFrom, to: argsTo });
  add("types-property-gone", "arguments", { from: argsFrom, to: argsTo, names: "written" });
  add("types-responses", "responses", { from: bodiesTo, to: bodiesFrom });
  add("types-responses", "responses", { from: `Headers<${to}>`, to: `Headers<${from}>` });
  add("types-property-gone", "responses", { from: bodiesFrom, to: bodiesTo, names: "read" });
  add("types-property-gone", "responses", { from: `Headers<${from}>`, to: `Headers<${to}>`, names: "read" });
}

function compareComponent(
  { section, name }: { readonly section: string; readonly name: string },
  {
    base,
    revision,
    usage,
    changes,
    probes,
  }: Findings & {
    readonly base: GeneratedTypes;
    readonly revision: GeneratedTypes;
    readonly usage: Usage;
  },
): void {
  const isSchema = section === "schemas";
  const subject = `${componentSections[section as keyof typeof componentSections]} ${name}`;
  const operations = [...new Set([...usage.requests, ...usage.responses])];
  const [before, after] = [base.components.get(section), revision.components.get(section)];
  if (!after?.has(name)) {
    const text = before?.get(name);
    const twin = [...(after ?? [])].find(([other, its]) => !before?.has(other) && its === text)?.[0];
    const gone = twin === undefined ? "types-schema-removed" : "types-schema-renamed";
    changes.push(
      typeChange(isSchema ? gone : "types-component-removed", {
        subject,
        operations,
        ...(twin === undefined ? {} : { base: name, revision: twin }),
      }),
    );
    return;
  }
  // The operations that use another component show what changed in it.
  if (!isSchema) return;
  const [from, to] = ["Base", "Revision"].map(
    (version) => `${version}.components["schemas"][${JSON.stringify(name)}]`,
  );
  const add = (rule: TypeRuleId, a: string | undefined, b: string | undefined) =>
    probes.push({ rule, part: "schema", subject, operations, from: String(a), to: String(b) });
  add(usage.requests.size > 0 ? "types-schema-written" : "types-schema-other-way", from, to);
  add(usage.responses.size > 0 ? "types-schema-read" : "types-schema-other-way", to, from);
  probes.push({
    rule: "types-property-gone",
    part: "schema",
    subject,
    operations,
    from: String(from),
    to: String(to),
    names: usage.responses.size > 0 ? "read" : "written",
  });
}

/** Keeps one change per part and rule. */
function withoutRepeats(probes: readonly Probe[], mismatches: ReadonlyMap<number, Mismatch>): TypeChange[] {
  const found = new Map<string, TypeChange>();
  const told = new Set<string>();
  for (const [index, probe] of probes.entries()) {
    const mismatch = mismatches.get(index);
    if (!mismatch) continue;
    const rule = mismatch.isTooComplex ? "types-not-judged" : probe.rule;
    const part = `${probe.subject} ${probe.part}`;
    const key = `${part} ${rule}`;
    if (found.has(key) || (rule === "types-property-gone" && told.has(part))) continue;
    if (rule !== "types-schema-other-way") told.add(part);
    found.set(key, mismatchChange(rule, probe, mismatch));
  }
  return [...found.values()];
}

function mismatchChange(
  rule: TypeRuleId,
  { subject, operations, part }: Probe,
  mismatch: Mismatch,
): TypeChange {
  const { path, missing, message } = mismatch;
  const place = [...(part === "schema" ? [] : [part]), ...path].join(" › ");
  if (rule === "types-property-gone")
    return typeChange(rule, { subject, operations, place, base: missing.join(", ") });
  const change = typeChange(rule, { subject, operations, place });
  return { ...change, message: `${change.message}: ${message}` };
}

function typeChange(
  rule: TypeRuleId,
  {
    subject,
    place = "",
    ...rest
  }: { subject: string; place?: string } & Pick<TypeChange, "operations" | "base" | "revision">,
): TypeChange {
  return { ...typeRules[rule], rule, subjects: [subject], place, ...rest };
}

function operationType(version: string, { root, path, method }: TypedOperation): string {
  return `${version}.${root}[${JSON.stringify(path)}]["${method}"]`;
}

function withoutNames(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}
