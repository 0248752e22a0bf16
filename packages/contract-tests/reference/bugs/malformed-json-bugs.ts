import { isUtf8 } from "node:buffer";
import { breaking, fail, type Patch } from "../deviation.ts";
import type { World } from "../world.ts";

/** Removes from a text what lenient parsers tolerate. */
const tolerates =
  (correct: (text: string) => string): Patch =>
  (right) => ({ decodeText: (body) => correct(right.decodeText(body)) });

/** Parses bodies that are not JSON. */
const otherwise =
  (parse: () => unknown): Patch =>
  (right) => ({
    parseJson(body) {
      try {
        return right.parseJson(body);
      } catch {
        return parse();
      }
    },
  });

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

/** Returns an object with the first value of each name, which `JSON.parse` replaces by the last. */
function firstValues(text: string): Readonly<Record<string, unknown>> {
  const members = [...text.matchAll(/("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*")/g)].reverse();
  return Object.fromEntries(
    members.map(([, name = "", value = ""]) => [JSON.parse(name), JSON.parse(value)]),
  );
}

/** Bugs of bodies that are not JSON. */
export const malformedJsonBugs = {
  ...breaking("InvalidUpdate", {
    "utf-16-accepted": (right) => ({
      decodeText(body) {
        const isWide = body.length > 1 && body.length % 2 === 0 && (body[0] === 0 || body[1] === 0);
        if (!isWide) return right.decodeText(body);
        return (body[0] === 0 ? Buffer.from(body).swap16() : body).toString("utf16le");
      },
    }),
    "malformed-json-is-500": otherwise(fail),
    "malformed-json-taken-as-empty-object": otherwise(() => ({})),
    "text-after-json-ignored": tolerates(firstValue),
    "trailing-comma-accepted": tolerates((text) => text.replace(/,(\s*[}\]])/g, "$1")),
    "comments-accepted": tolerates((text) => text.replace(/\/\*.*?\*\/|\/\/[^\n"]*(?=\n)/gs, "")),
    "single-quotes-accepted": tolerates((text) => text.replace(/'([^'"]*)'/g, '"$1"')),
    "raw-control-characters-accepted": tolerates((text) =>
      text.replace(/"[^"]*"/g, (string) => string.replaceAll("\n", "\\n").replaceAll("\t", "\\t")),
    ),
    "deep-nesting-is-500": tolerates((text) => (/(\[\s*){2000}/.test(text) ? fail() : text)),
    "invalid-utf8-replaced": {
      decodeText: (body) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(body),
    },
    "invalid-utf8-is-500": (right) => ({
      decodeText: (body) => (isUtf8(body) ? right.decodeText(body) : fail()),
    }),
  }),
  ...breaking("updateComputer.body#1", {
    "double-encoded-json-accepted": (right) => ({
      parseJson(body) {
        const value = right.parseJson(body);
        return typeof value === "string" ? right.parseJson(Buffer.from(value)) : value;
      },
    }),
  }),
  ...breaking("limits", {
    "repeated-name-escapes-validation": (right) => ({
      parseUpdate(body) {
        const first = firstValues(body.toString());
        const checksFirst: World = {
          ...right,
          fieldError: (key, value) => right.fieldError(key, first[key] ?? value),
        };
        return checksFirst.parseUpdate(body);
      },
    }),
  }),
  ...breaking("limits#1", {
    "lone-surrogate-is-500": {
      isStorable: (text) => text.isWellFormed() || fail(),
    },
  }),
};
