import type { JsonObject } from "../../src/json-value.ts";
import { type Case, object, type Parts } from "../api.ts";
import { row, string } from "./parts.ts";

const integer = { type: "integer" };

interface Union {
  readonly names: readonly string[];
  readonly schemas: JsonObject;
  readonly isTold?: boolean;
}

/** A body that is a union of components, with or without a mapped discriminator. */
function unionOf({ names, schemas, isTold = true }: Union, keyword = "oneOf"): JsonObject {
  const refs = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const mapping = Object.fromEntries(
    names.map((name) => [name.toLowerCase(), `#/components/schemas/${name}`]),
  );
  const discriminator = { discriminator: { propertyName: "kind", mapping } };
  return { schema: { [keyword]: refs, ...(isTold ? discriminator : {}) }, schemas };
}

const sent = (union: Union): Parts => {
  const { schema, schemas } = unionOf(union);
  return { request: schema, schemas: schemas as JsonObject };
};
const read = (union: Union): Parts => {
  const { schema, schemas } = unionOf(union);
  return { response: schema, schemas: schemas as JsonObject };
};

const animal = (properties: JsonObject = {}): JsonObject =>
  object({ kind: string, name: string, ...properties }, { required: ["kind"] });
const animals = {
  Cat: animal({ meow: string }),
  Dog: animal({ bark: string }),
  Fox: animal({ tail: string }),
};
const two = { names: ["Cat", "Dog"], schemas: animals };
const three = { names: ["Cat", "Dog", "Fox"], schemas: animals };
const told = (union: Union): Union => ({ ...union, isTold: true });
const untold = (union: Union): Union => ({ ...union, isTold: false });

const card = object({ card: string }, { required: ["card"] });
const iban = object({ iban: string }, { required: ["iban"] });
const wallet = object({ wallet: string }, { required: ["wallet"] });
const withDetail = (detail: unknown) => ({
  response: { anyOf: [object({ code: string }), object({ code: string, detail })] },
});

const kinds = Array.from({ length: 70 }, (_, index) => `Kind${index}`);
function many(last: JsonObject): Union {
  const schemas = Object.fromEntries(kinds.map((name) => [name, animal({ [name]: string })]));
  return { names: kinds, schemas: { ...schemas, Kind69: animal({ Kind69: string, ...last }) } };
}

/** A schema that components extend with `allOf`, with a discriminator. */
function hierarchy(cat: JsonObject, names: readonly string[] = ["Cat", "Dog"]): JsonObject {
  const all = { Cat: cat, Dog: object({ bark: string }) };
  const parts = Object.entries(all).filter(([name]) => names.includes(name));
  const pet = { ...animal(), discriminator: { propertyName: "kind" } };
  const children = parts.map(([name, own]) => [name, { allOf: [{ $ref: "#/components/schemas/Pet" }, own] }]);
  return { Pet: pet, ...Object.fromEntries(children) };
}
const pet = { $ref: "#/components/schemas/Pet" };

const code = (pattern: string) => object({ code: { type: "string", pattern } }, { required: ["code"] });
const tagged = (kind: unknown, more: JsonObject) => object({ kind, ...more }, { required: ["kind"] });
const source = (card: unknown): Parts => ({
  request: {
    oneOf: [tagged(card, { token: string }), tagged({ const: "bank" }, { iban: string })],
    discriminator: { propertyName: "kind" },
  },
});

export const unionCases: readonly Case[] = [
  row(
    "request: a variant added to oneOf that may overlap another one",
    { request: { oneOf: [code("^a"), iban] } },
    { request: { oneOf: [code("^a"), iban, code("z$")] } },
    "minor",
    "major",
  ),
  row(
    "request: a text added to oneOf that another one contains",
    { request: { oneOf: [{ type: "string", maxLength: 35 }, integer] } },
    { request: { oneOf: [{ type: "string", maxLength: 35 }, integer, { type: "string", maxLength: 20 }] } },
    "major",
    "minor",
  ),
  row(
    "request: anyOf of what requires different properties turned into oneOf",
    { request: { anyOf: [card, iban] } },
    { request: { oneOf: [card, iban] } },
    "major",
    "minor",
  ),
  row("request: a variant loses its constant", source({ const: "card" }), source(string), "major", "major"),
  row(
    "request: a variant added to a union with a discriminator",
    sent(told(two)),
    sent(told(three)),
    "minor",
    "major",
  ),
  row(
    "response: a variant added to a union with a discriminator",
    read(told(two)),
    read(told(three)),
    "major",
    "minor",
  ),
  row(
    "request: a variant added to a union without a discriminator",
    sent(untold(two)),
    sent(untold(three)),
    "minor",
    "major",
  ),
  row(
    "request: a variant added that excludes the others by what it requires",
    { request: { oneOf: [card, iban] } },
    { request: { oneOf: [card, iban, wallet] } },
    "minor",
    "major",
  ),
  row(
    "response: a variant added that excludes the others",
    { response: { oneOf: [card, iban] } },
    { response: { oneOf: [card, iban, wallet] } },
    "major",
    "minor",
  ),
  row(
    "request: a wide variant added to oneOf",
    { request: { oneOf: [card, iban] } },
    { request: { oneOf: [card, iban, object({})] } },
    "major",
    "major",
  ),
  row(
    "response: the type of a property next to a wide sibling",
    withDetail(string),
    withDetail(integer),
    "major",
    "major",
  ),
  row(
    "response: a property of one variant removed next to a wide sibling",
    withDetail(string),
    { response: { anyOf: [object({ code: string }), object({ code: string })] } },
    "major",
    "minor",
  ),
  row(
    "response: an enum grows in one variant next to a wide one",
    read({ ...two, schemas: { Cat: object({}), Dog: animal({ size: { enum: ["s"] } }) } }),
    read({ ...two, schemas: { Cat: object({}), Dog: animal({ size: { enum: ["s", "m"] } }) } }),
    "major",
    "minor",
  ),
  row(
    "request: variants that gain an optional property",
    sent(untold(two)),
    sent(
      untold({
        ...two,
        schemas: { Cat: animal({ meow: string, data: string }), Dog: animal({ bark: string, data: string }) },
      }),
    ),
    "minor",
    "major",
  ),
  row(
    "request: one of 70 variants gains a property",
    sent(many({})),
    sent(many({ extra: string })),
    "minor",
    "major",
  ),
  row(
    "response: one of 70 variants changes a type",
    read(untold(many({ extra: string }))),
    read(untold(many({ extra: integer }))),
    "major",
    "major",
  ),
  row(
    "a component in a union renamed",
    read(untold({ names: ["Cat", "Dog"], schemas: { Cat: card, Dog: iban } })),
    read(untold({ names: ["Kitten", "Dog"], schemas: { Kitten: card, Dog: iban } })),
    "patch",
    "patch",
  ),
  row(
    "a renamed component that a discriminator identifies by name",
    {
      response: { oneOf: [{ $ref: "#/components/schemas/A" }], discriminator: { propertyName: "kind" } },
      schemas: { A: animal() },
    },
    {
      response: { oneOf: [{ $ref: "#/components/schemas/B" }], discriminator: { propertyName: "kind" } },
      schemas: { B: animal() },
    },
    "major",
    "major",
  ),
  row("a discriminator added", read(untold(two)), read(told(two)), "minor", "major"),
  row("a discriminator added to a request", sent(untold(two)), sent(told(two)), "minor", "major"),
  row(
    "response: a component that extends a schema with allOf changes a type",
    { response: pet, schemas: hierarchy(object({ meow: string })) },
    { response: pet, schemas: hierarchy(object({ meow: integer })) },
    "major",
    "major",
  ),
  row(
    "request: a component that extends a schema with allOf is removed",
    { request: pet, schemas: hierarchy(object({ meow: string })) },
    { request: pet, schemas: hierarchy(object({ meow: string }), ["Dog"]) },
    "major",
    "minor",
  ),
  row(
    "a type added to an object without one",
    { request: { properties: { a: string } } },
    { request: object({ a: string }) },
    "patch",
    "patch",
  ),
];
