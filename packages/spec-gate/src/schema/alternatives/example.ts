import { accepts, alternativeAccepts, numberFits } from "./accepts.ts";
import type { Alternative, Conjunction } from "./alternative.ts";
import { alternativesOf } from "./alternatives.ts";
import { objectView } from "./object-view.ts";
import { textBetween } from "./string-language.ts";

const maxDepth = 6;
const maxItems = 1_000;
const maxMultiples = 100;

/** A text of each format of JSON Schema and of OpenAPI's registry that is only for texts. */
export const formatSamples: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  time: "12:00:00Z",
  "date-time": "2026-01-31T12:00:00Z",
  duration: "P1D",
  "http-date": "Sat, 31 Jan 2026 12:00:00 GMT",
  email: "a@example.com",
  "idn-email": "a@example.com",
  hostname: "example.com",
  "idn-hostname": "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/a",
  url: "https://example.com/a",
  iri: "https://example.com/a",
  "uri-reference": "/a",
  "iri-reference": "/a",
  "uri-template": "/a/{b}",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  "json-pointer": "/a",
  "relative-json-pointer": "0/a",
  regex: "^a$",
  char: "a",
  commonmark: "a",
  html: "a",
  "media-range": "text/plain",
  binary: "a",
  base64url: "YWJj",
  "sf-binary": ":YWJj:",
  "sf-boolean": "?1",
  "sf-string": '"a"',
  "sf-token": "a",
};

/** A small value of all schemas, as far as the gate can find one; `null` if there is none. */
export function exampleOfAll(schemas: Conjunction, depth = 0): unknown {
  const alternatives = depth > maxDepth ? [] : alternativesOf(schemas);
  const usual = alternatives.toSorted((a, b) => rank(a) - rank(b));
  const examples = usual.map((each) => [each, exampleOf(each, depth)] as const);
  const valid = examples.find(([each, value]) => alternativeAccepts(each, value)) ?? examples[0];
  return valid ? valid[1] : null;
}

function rank({ types: [type = "null"] }: Alternative): number {
  return ["string", "number", "object", "boolean", "array", "null"].indexOf(type);
}

/** A small value of an alternative, with the required properties and as many items or characters as it needs. */
export function exampleOf(alternative: Alternative, depth = 0): unknown {
  const { types, values } = alternative;
  if (values) return values.find((value) => alternativeAccepts(alternative, value)) ?? values[0];
  switch (types[0]) {
    case "object":
      return objectOf(alternative, depth);
    case "array":
      return listOf(alternative, depth);
    case "string":
      return textOf(alternative);
    case "number":
      return numberOf(alternative);
    default:
      return types[0] === "boolean" ? true : null;
  }
}

function objectOf(alternative: Alternative, depth: number): unknown {
  const { required, propertyCount, propertyNames } = alternative;
  const view = objectView(alternative, "plain");
  const size = Math.min(Math.max(required.length, propertyCount[0]), maxItems);
  const numbered = Array.from({ length: size }, (_, index) => `a${index}`);
  const more = propertyNames.length > 0 ? [String(exampleOfAll(propertyNames)), ...numbered] : numbered;
  const names = new Set([...required, ...(size > required.length ? [...view.names, ...more] : [])]);
  const chosen = [...names].filter((name) => !view.isForbidden(name)).slice(0, size);
  return Object.fromEntries(chosen.map((name) => [name, exampleOfAll(view.schemasOf(name), depth + 1)]));
}

function listOf(alternative: Alternative, depth: number): unknown[] {
  const { itemCount, contains, hasUniqueItems } = alternative;
  const items = contains.flatMap(({ schema, min }) =>
    Array.from({ length: Math.min(min, maxItems) }, () => exampleOfAll([schema], depth + 1)),
  );
  for (let index = items.length; index < Math.min(itemCount[0], maxItems); index++) {
    const schemas = itemsAt(alternative, index);
    const other = [index, `item${index}`].find((value) => hasUniqueItems && accepts(schemas, value));
    items.push(other ?? exampleOfAll(schemas, depth + 1));
  }
  return items;
}

/** The schemas of the item at an index. */
export function itemsAt({ arrays }: Alternative, index: number): Conjunction {
  return arrays.flatMap(({ prefix, rest }) => {
    const schema = index < prefix.length ? prefix[index] : rest;
    return schema === undefined ? [] : [schema];
  });
}

function textOf({ formats, patterns, length: [min, max] }: Alternative): string {
  const [sample] = formats.flatMap((format) => formatSamples[format] ?? []);
  const text = "text".slice(0, max).padEnd(Math.min(min, 100_000), "a");
  if (patterns.length === 0) return sample ?? text;
  return textBetween({ patterns, length: [Math.max(min, 1), max] }) ?? text;
}

/**
 * The first number that fits, upwards from the lower bound, or downwards from the upper bound if there is no lower
 * one.
 */
function numberOf(alternative: Alternative): number {
  const { isInteger, lowest, highest, multiplesOf } = alternative;
  const bound = [lowest, highest].find(({ value }) => Number.isFinite(value)) ?? one;
  const sign = bound === highest ? -1 : 1;
  const factor = Math.max(...multiplesOf, isInteger ? 1 : 0);
  const candidates =
    factor > 0
      ? multiplesFrom(bound.value, factor, sign)
      : [bound.value, bound.value + sign, (lowest.value + highest.value) / 2];
  return candidates.find((value) => Number.isFinite(value) && numberFits(alternative, value)) ?? bound.value;
}

/**
 * Multiples of a factor, from the one at or next to the bound. Of several factors, one of the first fits the others.
 */
function multiplesFrom(bound: number, factor: number, sign: 1 | -1): number[] {
  // Divisions such as 0.3 / 0.1 miss the whole number by a little.
  const first = sign * Math.ceil((sign * bound) / factor - 1e-9);
  return Array.from({ length: maxMultiples }, (_, index) => {
    const multiple = (first + sign * index) * factor;
    // 0.3 instead of 0.30000000000000004.
    return Number.isInteger(multiple) ? multiple : Number(multiple.toPrecision(15));
  });
}

/** Where an example without bounds starts. */
const one = { value: 1, exclusive: false };
