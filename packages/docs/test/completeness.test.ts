import { fileURLToPath } from "node:url";
import {
  allKeywords,
  apiOf,
  type JsonObject,
  keysOf,
  type PlacedKeyword,
  pointerOf,
  readDescription,
  valueAt,
  walkKeywords,
} from "@compute-host/openapi";
import { tourDescription } from "@compute-host/openapi/tour";
import { beforeAll, describe, expect, test } from "vitest";
import { escapeHtml, Html } from "../src/html.ts";
import { writeMarkdown } from "../src/machines/html-markdown.ts";
import { reasonNotToShow, worded } from "../src/reference/not-shown.ts";
import { referencePage } from "../src/reference/reference-page.ts";
import { findUnrendered, shownText } from "../src/reference/unrendered.ts";
import { parseHtml, repeatedIds } from "./html-tree.ts";

const file = (path: string) => () => readDescription(fileURLToPath(new URL(path, import.meta.url)));

const small = [
  ["several files and OpenAPI 3.0", file("../../../tools/openapi/test/descriptions/harbour.yaml")],
  ["everything that an operation can say on the wire", file("descriptions/harvest.yaml")],
  ["wrappers, links and webhooks, like Train Travel", file("descriptions/ferries.yaml")],
  ["forms, callbacks and all keywords of JSON Schema, like Stripe", file("descriptions/billing.yaml")],
] as const;

const read = new Map<string, JsonObject>();
beforeAll(async () => {
  for (const [name, load] of small) read.set(name, await load());
  read.set("the constructs of the tour", await tourDescription());
});
const descriptionOf = (name: string) => read.get(name) as JsonObject;
const bodyOf = (document: JsonObject) => referencePage(apiOf(document)).body;

describe.each([...small.map(([name]) => name), "the constructs of the tour"])(
  "the page of a description with %s",
  (name) => {
    test.each([
      ["page", (body: Html) => body],
      ["Markdown", (body: Html) => new Html(escapeHtml(writeMarkdown(body)))],
    ])("says every text, value and name of the description, as %s", (_form, formOf) => {
      expect(findUnrendered(descriptionOf(name), (api) => formOf(referencePage(api).body))).toEqual([]);
    });

    test("is valid HTML with unique IDs", () => {
      const tree = parseHtml(`<!doctype html><html lang="en"><title>T</title>${bodyOf(descriptionOf(name))}`);
      expect(tree.errors).toEqual([]);
      expect(repeatedIds(tree)).toEqual([]);
    });
  },
);

/** Other words in place of those whose absence may mean the same. */
const otherWords: Readonly<Record<string, readonly unknown[]>> = {
  "Operation.operationId": ["somethingElse"],
  "Operation.tags": [["somethingElse"]],
  "Parameter.style": [undefined, "pipeDelimited"],
  "Schema.type": ["boolean", "array"],
  "SecurityScheme.in": ["cookie", "query"],
};

test.each(small)("the page of a description with %s changes with each word and switch in it", (name) => {
  const document = descriptionOf(name);
  const before = shownText(bodyOf(document));
  const unchanged = switchesIn(document).filter(({ name, pointer, value }) => {
    const others = typeof value === "boolean" ? [!value] : (otherWords[name] ?? [undefined]);
    return others.every((other) => {
      try {
        return shownText(bodyOf(withValue(document, pointer, other))) === before;
      } catch {
        // The model does not read the description without it.
        return false;
      }
    });
  });
  expect(unchanged.map(({ pointer }) => pointer)).toEqual([]);
});

test("these descriptions use every keyword of OpenAPI 3.1 that a page shows", () => {
  const used = new Set<string>();
  for (const document of read.values()) walkKeywords(document, ({ name }) => used.add(name));
  const others = allKeywords.filter((name) => !used.has(name) && reasonNotToShow(name) === undefined);
  expect(others).toEqual([]);
});

test("a text that no part of the page says is found, with its place", () => {
  const document = withValue(descriptionOf(small[1][0]), "/info/contact", { name: "Ada" });
  const unrendered = findUnrendered(
    document,
    (api) => referencePage({ ...api, info: { title: api.info.title } } as never).body,
  );
  expect(unrendered).toContainEqual(
    expect.objectContaining({ name: "Contact.name", pointer: "/info/contact/name" }),
  );
});

/** Booleans, and words of OpenAPI; two places for each keyword. A parameter of a path is required, and `deepObject` has one form. */
function switchesIn(document: JsonObject): PlacedKeyword[] {
  const found = new Map<string, PlacedKeyword[]>();
  walkKeywords(document, (keyword) => {
    const { name, value, pointer } = keyword;
    if (reasonNotToShow(name) !== undefined || !(typeof value === "boolean" || worded.has(name))) return;
    const owner = valueAt(document, pointer.replace(/\/[^/]*$/, "")) as JsonObject;
    if (name.startsWith("Parameter.") && (owner.in === "path" || owner.style === "deepObject")) return;
    const all = found.get(name) ?? [];
    if (all.length < 2) found.set(name, [...all, keyword]);
  });
  return [...found.values()].flat();
}

function withValue(document: JsonObject, pointer: string, value: unknown): JsonObject {
  const copy = JSON.parse(JSON.stringify(document)) as JsonObject;
  const keys = keysOf(pointer);
  const owner = valueAt(copy, pointerOf(...keys.slice(0, -1))) as Record<string, unknown>;
  owner[keys.at(-1) ?? ""] = value;
  return JSON.parse(JSON.stringify(copy)) as JsonObject;
}
