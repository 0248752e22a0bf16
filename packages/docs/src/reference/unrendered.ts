import { type Api, apiOf, isObject, type Json, type JsonObject, pointerOf } from "@compute-host/openapi";
import { Html, plainText } from "../html.ts";

/** Keys whose texts are words of OpenAPI or names of something else, which the page says in its own words. */
const worded = new Set([
  ...["openapi", "x-max-body-bytes", "$ref", "in", "type", "scheme", "operationId", "tags", "required"],
  ...["x-deprecated-since", "x-sunset"],
]);

/** Keys that hold any JSON. */
const values = new Set(["example", "default", "const", "enum", "value"]);

/** Keys that hold what the description names itself. */
const maps = new Set([
  ...["paths", "responses", "content", "headers", "examples", "variables"],
  ...["schemas", "properties", "parameters", "securitySchemes"],
]);

/** Names of components that only authors of the description see. */
const internal = /^\/components\/(?:parameters|headers|responses|examples)\/[^/]*$|\/examples\/[^/]*$/;

type Kind = "object" | "names" | "value";

/**
 * Finds what a description says and its page does not: it renders the description with a mark in each text and value, and looks
 * for the marks, and for the names.
 *
 * @param render renders the page of the marked description
 * @returns JSON Pointers
 */
export function findUnrendered(document: JsonObject, render: (api: Api) => Html): string[] {
  const expected = new Map<string, string>();
  const marked = markedPart(document, "", "object", expected) as JsonObject;
  const text = shownText(render(apiOf(marked)));
  return [...expected].filter(([, part]) => !text.includes(part)).map(([pointer]) => pointer);
}

/** What a page says itself: not its forms and samples, which repeat some of it, but also the addresses of its links. */
function shownText({ text }: Html): string {
  const own = text
    .replaceAll(/<(form|fieldset)[ >].*?<\/\1>/gs, "")
    .replaceAll(/<a [^>]*href="([^"]*)"/g, "$1 $&");
  return plainText(new Html(own));
}

/** The same part with marks, each of which it adds to what the page has to say. */
function markedPart(part: Json, pointer: string, kind: Kind, expected: Map<string, string>): Json {
  if (typeof part === "number") {
    const mark = 700_000_000 + expected.size;
    expected.set(pointer, String(mark));
    return mark;
  }
  if (typeof part === "string" && part !== "") {
    const mark = `qz${expected.size}z`;
    expected.set(pointer, mark);
    return markedText(part, mark);
  }
  if (Array.isArray(part))
    return part.map((item: Json, index) =>
      markedPart(item, pointer + pointerOf(String(index)), kind, expected),
    );
  if (!isObject(part)) return part;
  const entries = Object.entries(part).map(([key, value = null]) => {
    const at = pointer + pointerOf(key);
    if (kind === "names" && !internal.test(at)) expected.set(at, key);
    const isWord = kind === "object" && worded.has(key) && !(Array.isArray(value) && value.some(isObject));
    // Operations refer to their tags by name.
    if (isWord || /^\/tags\/\d+\/name$/.test(at)) return [key, value];
    return [key, markedPart(value, at, kindOf(kind, key, value), expected)];
  });
  return Object.fromEntries(entries);
}

function kindOf(owner: Kind, key: string, value: Json): Kind {
  if (owner !== "object") return owner === "names" ? "object" : "value";
  if (values.has(key) || (key === "examples" && Array.isArray(value))) return "value";
  return maps.has(key) && isObject(value) ? "names" : "object";
}

/** Marks each paragraph, but for tables and programs. */
function markedText(text: string, word: string): string {
  const parts = text.split(/(\n{2,}|^```.*?^```$)/ms);
  const marked = parts
    .map((part) => (/^(\s*$|```|\|)/.test(part) ? part : `${part.trimEnd()} ${word}`))
    .join("");
  return marked === text ? `${text} ${word}` : marked;
}
