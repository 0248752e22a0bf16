import type { Changes } from "./computer.ts";
import { parseJson, repeatedNames } from "./json-text.ts";
import { ProblemError, type Violation } from "./problem.ts";
import { bodyLimitBytes } from "./request-body.ts";
import { validateText } from "./text-fields.ts";
import { isUuid } from "./uuid.ts";
import type { World } from "./world.ts";

const fields = ["name", "hostId", "remoteUser"] as const;
type Field = (typeof fields)[number];

const readOnly = new Set([
  "id",
  "providerType",
  "createdAt",
  "hostname",
  "status",
  "provisioningSteps",
  "relayClientUrl",
  "relayAgentUrl",
  "ownerPrincipalKind",
  "ownerId",
  "computerSource",
]);

/** Parses the changes in a body, or fails with 400. */
export function parseUpdate(world: World, body: Buffer): Changes {
  const value = parseJson(world, body);
  const object = asObject(world, value);
  const text = body.subarray(0, bodyLimitBytes).toString("utf8");
  const repeated = repeatedNames(text);
  const violations: Violation[] = [];
  if (world.variant("repeated-names-refused")) {
    violations.push(...repeated.map((name) => ({ pointer: pointerTo(name), message: "is repeated" })));
  }
  const validated = world.bug("repeated-name-escapes-validation")
    ? firstValues(object, repeated, text)
    : object;
  const changes: Record<string, unknown> = {};
  for (const [key, candidate] of Object.entries(validated)) {
    if (isField(key)) takeField(world, changes, violations, key, candidate, object[key]);
    else takeUnknown(world, changes, violations, key, candidate);
  }
  if (Object.keys(object).length === 0 && world.bug("empty-update-refused")) {
    violations.push({ pointer: "", message: "must have at least one property" });
  }
  if (violations.length > 0) throw new ProblemError("invalid-request", { errors: violations });
  return changes;
}

const isField = (key: string): key is Field => (fields as readonly string[]).includes(key);

const pointerTo = (key: string) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;

function asObject(world: World, value: unknown): Readonly<Record<string, unknown>> {
  if (Array.isArray(value) && world.bug("array-taken-as-empty-object")) return {};
  if (value === null && world.bug("null-taken-as-empty-object")) return {};
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  if (world.bug("scalar-body-is-500")) throw new ProblemError("internal-error");
  throw new ProblemError("invalid-request", { errors: [{ pointer: "", message: "must be an object" }] });
}

function takeField(
  world: World,
  changes: Record<string, unknown>,
  violations: Violation[],
  key: Field,
  candidate: unknown,
  stored: unknown,
): void {
  if (candidate === null && world.bug("null-ignored")) return;
  if (candidate === null && world.bug("null-clears-field")) {
    changes[key] = undefined;
    return;
  }
  if (candidate === "" && world.bug("empty-text-ignored")) return;
  const isScalar = typeof candidate === "number" || typeof candidate === "boolean";
  const coerced = isScalar && world.bug("numbers-coerced-to-text") ? String(candidate) : candidate;
  const message = violationOf(world, key, coerced);
  if (message !== undefined) {
    violations.push({ pointer: pointerTo(key), message });
    return;
  }
  const taken = candidate === coerced ? stored : coerced;
  changes[key] = key === "hostId" && !keepsCase(world) ? String(taken).toLowerCase() : taken;
}

/** Whether a host keeps its letter case. */
function keepsCase(world: World): boolean {
  const comparesCase =
    world.bug("same-host-in-other-case-refused") || world.bug("taken-host-compared-by-case");
  return comparesCase || world.variant("host-kept-as-sent");
}

function violationOf(world: World, key: Field, candidate: unknown): string | undefined {
  if (typeof candidate !== "string") return "must be a string";
  if (key === "hostId") return isUuid(world, candidate, "body") ? undefined : "must be a UUID";
  return validateText(world, key, candidate);
}

function takeUnknown(
  world: World,
  changes: Record<string, unknown>,
  violations: Violation[],
  key: string,
  candidate: unknown,
): void {
  if (world.bug("unknown-properties-ignored") && !readOnly.has(key)) return;
  if (world.bug("read-only-properties-ignored") && readOnly.has(key)) return;
  const spelledOtherwise = fields.find((field) => field.toLowerCase() === key.toLowerCase());
  if (spelledOtherwise && typeof candidate === "string" && world.bug("property-name-case-ignored")) {
    changes[spelledOtherwise] = candidate;
    return;
  }
  if (world.bug("empty-property-ignored") && key === "") return;
  if (world.bug("read-only-properties-written") && readOnly.has(key)) {
    changes[key] = candidate;
    return;
  }
  violations.push({ pointer: pointerTo(key), message: "is not a known property" });
}

/** Returns the object with the first value of each repeated name, as a validator may read it. */
function firstValues(object: Readonly<Record<string, unknown>>, repeated: readonly string[], text: string) {
  const firsts = repeated.map((name) => {
    const value = new RegExp(`${JSON.stringify(name)}\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1];
    return [name, value === undefined ? object[name] : JSON.parse(value)] as const;
  });
  return { ...object, ...Object.fromEntries(firsts) };
}
