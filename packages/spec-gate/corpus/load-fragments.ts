import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { isObject, type JsonObject } from "../src/json-value.ts";
import type { Impact } from "../src/rules/rule.ts";

/** The parts of a small API that a fragment varies; everything else stays the same. */
export interface Parts {
  readonly openapi?: string;
  readonly request?: unknown;
  readonly response?: unknown;
  readonly parameters?: readonly unknown[];
  readonly operation?: JsonObject;
  readonly pathItem?: JsonObject;
  readonly paths?: JsonObject;
  readonly schemas?: JsonObject;
  readonly components?: JsonObject;
  readonly root?: JsonObject;
}

/** A change and its reverse, with the impact of each. */
export interface Case {
  readonly name: string;
  readonly a: Parts;
  readonly b: Parts;
  readonly there: Impact;
  readonly back: Impact;
  /** A rule of the change, if it is what the case is about. */
  readonly rule?: string;
}

/** The rows of a file, by section and name; the functions below say what the cells of a row mean. */
function read(name: string): Record<string, Record<string, readonly unknown[]>> {
  const file = new URL(`pairs/fragments/${name}.yaml`, import.meta.url);
  const { "x-parts": _parts, ...sections } = load(readFileSync(file, "utf8")) as JsonObject;
  return sections as Record<string, Record<string, readonly unknown[]>>;
}

type ContractRow = readonly [there: Impact, back: Impact, a: unknown, b: unknown, rule?: string];

/**
 * Changes outside the schemas and to what readers or callers expect of properties, and other ways to write a schema.
 */
export function contractCases(): Case[] {
  return Object.entries({ ...read("contracts"), ...read("spellings") }).flatMap(([section, rows]) =>
    Object.entries(rows as Record<string, ContractRow>).map(([name, [there, back, a, b, rule]]) => ({
      name: `${section}: ${name}`,
      a: partsOf(a),
      b: partsOf(b),
      there,
      back,
      ...(rule !== undefined && { rule }),
    })),
  );
}

/**
 * Changes of a schema, in a request and in a response: a narrower one, all of whose values fit the other but not vice
 * versa, and rewritten ones with the same meaning.
 */
export function schemaCases(): { readonly narrower: Case[]; readonly same: Case[] } {
  const { narrower = {}, same = {} } = read("schemas");
  const casesOf = (rows: Record<string, readonly unknown[]>, there: Impact, back: Impact) =>
    Object.entries(rows).flatMap(([name, [a, b, schemas = {}]]) =>
      bothSides(name, [a, b], schemas, [there, back]),
    );
  return { narrower: casesOf(narrower, "minor", "major"), same: casesOf(same, "patch", "patch") };
}

/** A request may only be loosened, and a response only tightened. */
function bothSides(
  name: string,
  sides: unknown[],
  schemas: unknown,
  [there, back]: [Impact, Impact],
): Case[] {
  const [a, b] = sides;
  const partsWith = (side: "request" | "response", schema: unknown): Parts => ({
    [side]: { type: "object", properties: { inside: schema } },
    schemas: partsOf(schemas) as JsonObject,
  });
  const request = { a: partsWith("request", a), b: partsWith("request", b), there, back };
  const response = { a: partsWith("response", a), b: partsWith("response", b), there: back, back: there };
  return [
    { name: `request: ${name}`, ...request },
    { name: `response: ${name}`, ...response },
  ];
}

/** A change for each line of the table of policies, by the line's first cell. */
export function policyCases(): Map<string, readonly [Parts, Parts]> {
  const { policies = {} } = read("policies");
  return new Map(Object.entries(policies).map(([name, [a, b]]) => [name, [partsOf(a), partsOf(b)]]));
}

function partsOf(value: unknown): Parts {
  return isObject(value) ? (value as Parts) : {};
}
