import { expect, test } from "vitest";
import { checkedSources } from "../src/generate/checked-sources.ts";
import { apiOf } from "../src/model.ts";
import { outsideProfile } from "../src/profile/check-profile.ts";
import { objects, rules } from "../src/profile/grammar.ts";
import { changedDescription, changedText } from "./changes/change.ts";
import { refused } from "./changes/refused.ts";
import { calls } from "./tour/calls.ts";
import { tourDescription } from "./tour/tour.ts";

const name = "spec/openapi.yaml";

const cases = Object.entries(refused).flatMap(([instead, changes]) =>
  changes.map(([change, line]) => ({ instead, change, line })),
);

function refusalOf(text: string): string {
  try {
    checkedSources(text, name);
    return "It is accepted.";
  } catch (error) {
    return (error as Error).message;
  }
}

test.each(cases)("`$line` is refused: $instead", ({ instead, change, line }) => {
  const text = changedText(change);
  const message = refusalOf(text);
  const lines = message.split("\n").flatMap((one) => {
    const [, at, sentence = ""] = /^spec\/openapi\.yaml:(\d+): (.*)$/.exec(one) ?? [];
    return sentence.endsWith(`: ${instead}.`)
      ? [text.split("\n")[Number(at) - 1]?.replace(/^[ -]*/, "")]
      : [];
  });
  expect(lines, message).toContain(line);
});

test.each([
  ["what is not YAML", "a: 1\nb: [1\n", `${name}:3: deficient indentation: correct the YAML.`],
  ["an empty file", "", `${name}:1: \`description: null\` is not supported: write an object.`],
])("%s is refused", (_what, text, message) => {
  expect(refusalOf(text)).toBe(message);
});

test("each place is named, in the order of the lines", () => {
  const text = changedText()
    .replace("in: query", "in: cookie")
    .replace("schemas/ComputerSource", "schemas/A");
  const place = (part: string) => `${name}:${text.slice(0, text.indexOf(part)).split("\n").length}`;
  expect(refusalOf(text).split("\n")).toEqual([
    `${place("in: cookie")}: \`in: cookie\` is not supported: use the path, the query or a header field.`,
    `${place("schemas/A'")}: \`$ref: #/components/schemas/A\`, which does not exist, is not supported: correct it.`,
  ]);
});

/** A text that each rule allows, and each part of a rule of keys. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  version: ["3.1.0"],
  "operation ID": ["addThing"],
  name: ["size"],
  "type name": ["Thing"],
  "field name": ["X-Size"],
  http: ["http"],
  bearer: ["bearer"],
  format: ["uuid", "uri", "uri-reference", "date-time", "date", "email"],
  scheme: ["bearerAuth"],
  paths: ["/a-1/{id}"],
  responses: ["202", "204", "default"],
  json: ["application/json"],
  problems: ["application/problem+json"],
  variables: ["region"],
  schemas: ["Thing"],
  properties: ["size"],
  parameters: ["page-size"],
  headers: ["X-Size"],
  errors: ["Not_Found"],
  examples: ["a-1"],
  schemes: ["bearerAuth"],
};

test("a rule of texts allows them as a whole, with nothing before or after", () => {
  const ofTexts = Object.entries(rules).filter(([, rule]) => "like" in rule || "keys" in rule);
  expect(ofTexts.map(([rule]) => rule).toSorted()).toEqual(Object.keys(allowed).toSorted());
  for (const [of, rule] of ofTexts)
    for (const text of allowed[of] ?? []) {
      const isAllowed = (one: string) =>
        "like" in rule ? rule.like.test(one) : "keys" in rule && rule.keys.some(([keys]) => keys.test(one));
      const variants = [text, `!${text}`, `${text}!`, `${text}\n`];
      expect.soft(variants.map(isAllowed), `${of}: ${text}`).toEqual([true, false, false, false]);
    }
});

const tour = await tourDescription();

/** Keys that any schema, parameter or operation may have. */
const remarks =
  /^(?:title|description|externalDocs|deprecated|default|examples|x-deprecated-since|x-sunset)$/;

test.each(Object.entries(objects))(
  "the tour has everything that the grammar allows in: %s",
  (_kind, keys: Record<string, string>) => {
    for (const [key, holds] of Object.entries(keys).filter(([one]) => !remarks.test(one))) {
      delete keys[key];
      expect(outsideProfile(tour), key).not.toEqual([]);
      keys[key] = holds;
    }
  },
);

test("what the profile allows is accepted: each operation of the tour, and a larger body", () => {
  const own = new Set(apiOf(changedDescription()).operations.map(({ operationId }) => operationId));
  const added = apiOf(tour).operations.filter(({ operationId }) => !own.has(operationId));
  expect(Object.keys(calls).toSorted()).toEqual(added.map(({ operationId }) => operationId).toSorted());
  const text = JSON.stringify(tour, undefined, 2);
  const larger = text
    .replaceAll("64 KiB", "1 MiB")
    .replaceAll("65,536", "1,048,576")
    .replaceAll("65536", "1048576");
  for (const one of [text, larger]) expect(refusalOf(one)).toBe("It is accepted.");
});
