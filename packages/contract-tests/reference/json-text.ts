import { ProblemError } from "./problem.ts";
import type { World } from "./world.ts";

const malformed = () => new ProblemError("malformed-request");

/** Parses the JSON of a body, or fails with 400. */
export function parseJson(world: World, body: Buffer): unknown {
  const isBlank = body.toString("utf8").trim() === "";
  if (world.bug("missing-body-taken-as-empty-object") && body.length === 0) return {};
  if (world.bug("blank-body-taken-as-empty-object") && isBlank && body.length > 0) return {};
  const text = decode(world, body);
  if (world.bug("deep-nesting-is-500") && /(\[\s*){2000}/.test(text))
    throw new ProblemError("internal-error");
  try {
    const value: unknown = JSON.parse(lenientText(world, text));
    if (world.bug("double-encoded-json-accepted") && typeof value === "string") return JSON.parse(value);
    return world.bug("proto-key-ignored") ? withoutProto(value) : value;
  } catch {
    const form = world.bug("forms-accepted") || world.bug("media-type-unchecked");
    if (form && /^\w+=/.test(text)) return Object.fromEntries(new URLSearchParams(text));
    if (world.bug("malformed-json-is-500")) throw new ProblemError("internal-error");
    if (world.bug("malformed-json-taken-as-empty-object")) return {};
    throw malformed();
  }
}

function decode(world: World, body: Buffer): string {
  const isStrict = !world.bug("invalid-utf8-replaced");
  if (world.bug("body-read-as-latin1")) return body.toString("latin1");
  const ignoresMark = world.variant("byte-order-mark-accepted");
  try {
    return new TextDecoder("utf-8", { fatal: isStrict, ignoreBOM: !ignoresMark }).decode(body);
  } catch {
    throw world.bug("invalid-utf8-is-500") ? new ProblemError("internal-error") : malformed();
  }
}

/** Removes what lenient parsers tolerate; the correct implementation tolerates nothing. */
function lenientText(world: World, text: string): string {
  let lenient = text;
  if (world.bug("text-after-json-ignored")) lenient = firstValue(lenient);
  if (world.bug("trailing-comma-accepted")) lenient = lenient.replace(/,(\s*[}\]])/g, "$1");
  if (world.bug("comments-accepted")) lenient = lenient.replace(/\/\*.*?\*\/|\/\/[^\n"]*(?=\n)/gs, "");
  if (world.bug("single-quotes-accepted")) lenient = lenient.replace(/'([^'"]*)'/g, '"$1"');
  if (world.bug("raw-control-characters-accepted")) {
    lenient = lenient.replace(/"[^"]*"/g, (string) => string.replaceAll("\n", "\\n").replaceAll("\t", "\\t"));
  }
  return lenient;
}

/** Returns the first object in a text, like a stream decoder. */
function firstValue(text: string): string {
  for (let end = text.indexOf("}"); end >= 0; end = text.indexOf("}", end + 1)) {
    const candidate = text.slice(0, end + 1);
    try {
      JSON.parse(candidate);
      return candidate;
    } catch {
      // The brace closes an inner object or is inside a string.
    }
  }
  return text;
}

function withoutProto(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== "__proto__"));
}

/** Returns the repeated names in a text's outermost object. */
export function repeatedNames(text: string): readonly string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let depth = 0;
  for (const token of text.match(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g) ?? []) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (depth === 1 && token.endsWith(":")) {
      const name = JSON.parse(token.slice(0, -1)) as string;
      if (seen.has(name)) repeated.add(name);
      seen.add(name);
    }
  }
  return [...repeated];
}
