import {
  type Api,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  walkObjects,
} from "@compute-host/openapi";
import { attribute, byClass, byId, type HtmlTree, textOf } from "./html-tree.ts";

/**
 * What a description says and its page does not: every text, name, value, bound and example, looked for without the code
 * that renders them.
 */
export function missingFromPage({ document, operations }: Api, tree: HtmlTree): string[] {
  const text = tree.elements
    .filter(({ tagName }) => tagName === "body")
    .map(textOf)
    .join("");
  const words = lettersOf(text);
  const dense = text.replaceAll(/\s+/g, "");
  const codes = new Set(tree.elements.filter(({ tagName }) => tagName === "code").map(textOf));
  const names = new Set(byClass(tree.elements, "name").map(textOf));
  const used = { ...document, paths: objectOf(document.paths) };
  return [
    ...textsOf(used).filter((part) => !words.includes(lettersOf(part))),
    ...examplesOf(used).filter((example) => !dense.includes(example)),
    ...valuesOf(used).filter((value) => !codes.has(value)),
    ...boundsOf(used).filter((bound) => !words.includes(lettersOf(bound))),
    ...propertyNamesOf(used).filter((name) => !names.has(name)),
    ...headerNamesOf(used).filter((name) => !names.has(name)),
    ...operations
      .filter(({ operationId }) => byId(tree, operationId) === undefined)
      .map(({ operationId }) => operationId),
    ...operations.flatMap(({ operationId, responses }) =>
      responses.map(({ status }) => `${operationId}.${status}`).filter((id) => byId(tree, id) === undefined),
    ),
    ...operations.map(({ path }) => path).filter((path) => !dense.includes(path)),
  ];
}

/** The IDs that a page gives twice. */
export function repeatedIds({ elements }: HtmlTree): string[] {
  const ids = elements.map((element) => attribute(element, "id")).filter((id) => id !== undefined);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** Letters and digits alone, so that neither line ends nor marks of Markdown count. */
function lettersOf(text: string): string {
  return text
    .replaceAll(/\]\([^)]*\)/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Every paragraph of a description, and every title and summary. */
function textsOf(document: JsonObject): string[] {
  const texts: string[] = [];
  walkSpec(document, (object) => {
    for (const key of ["description", "summary", "title"]) {
      const value = object[key];
      if (typeof value === "string") texts.push(...value.split(/\n{2,}/));
    }
  });
  return texts;
}

function examplesOf(document: JsonObject): string[] {
  const examples: string[] = [];
  const add = (value: Json | undefined) => {
    if (value === undefined) return;
    examples.push((typeof value === "string" ? value : JSON.stringify(value)).replaceAll(/\s+/g, ""));
  };
  walkSpec(document, (object) => {
    for (const example of Object.values(objectOf(object.examples))) add(objectOf(example).value);
    if (object.content !== undefined || object.schema !== undefined) add(object.example);
  });
  return examples;
}

/** The values that schemas name: enums, known values, constants, defaults, examples. */
function valuesOf(document: JsonObject): string[] {
  const values: string[] = [];
  walkSpec(document, (object) => {
    const isSchema = object.type !== undefined || object.enum !== undefined || object.const !== undefined;
    if (
      !isSchema ||
      object.in !== undefined ||
      (typeof object.type === "object" && !Array.isArray(object.type))
    )
      return;
    const all = [
      ...listOf(object.enum),
      ...listOf(object["x-extensible-enum"]),
      object.const,
      object.default,
    ];
    for (const value of [...all, ...listOf(object.examples)]) {
      if (value !== undefined && !isObject(value) && !Array.isArray(value)) {
        values.push(typeof value === "string" ? value : JSON.stringify(value));
      }
    }
  });
  return values;
}

/** Bounds that exclude something, in the words of the page where they need any. */
function boundsOf(document: JsonObject): string[] {
  const bounds: string[] = [];
  walkSpec(document, (object) => {
    const { minLength = 0, maxLength, minimum, maximum, pattern } = object;
    if (typeof maxLength === "number")
      bounds.push(`${minLength || "at most "} to ${maxLength} characters`.replace("at most  to", "at most"));
    if (typeof minimum === "number" && typeof maximum === "number") bounds.push(`${minimum} to ${maximum}`);
    if (typeof pattern === "string") bounds.push(pattern);
  });
  return bounds;
}

function propertyNamesOf(document: JsonObject): string[] {
  const names: string[] = [];
  walkSpec(document, ({ properties }) => names.push(...Object.keys(objectOf(properties))));
  return names;
}

function headerNamesOf(document: JsonObject): string[] {
  const names: string[] = [];
  walkSpec(document, ({ responses }) => {
    for (const response of Object.values(objectOf(responses)))
      names.push(...Object.keys(objectOf(objectOf(response).headers)));
  });
  return names;
}

/** Calls `visit` with every object of a description; examples are not part of it. */
function walkSpec(document: JsonObject, visit: (object: JsonObject) => void): void {
  const withoutExamples = JSON.parse(
    JSON.stringify(document),
    function (this: unknown, key: string, value: unknown) {
      return key === "value" && isObject(this) && !("properties" in this) ? JSON.stringify(value) : value;
    },
  ) as JsonObject;
  walkObjects(withoutExamples, (object) => visit(restored(object)));
}

function restored(object: JsonObject): JsonObject {
  const { examples } = object;
  if (!isObject(examples)) return object;
  const entries = Object.entries(examples).map(([name, example]) => [
    name,
    isObject(example) && typeof example.value === "string"
      ? { ...example, value: JSON.parse(example.value) }
      : example,
  ]);
  return { ...object, examples: Object.fromEntries(entries) };
}
