import { documentOf } from "../corpus/judge-pair.ts";
import type { ApiDocument } from "../src/document/api-document.ts";
import { judge } from "../src/rules/judge.ts";

type Schema = Readonly<Record<string, unknown>>;

/** How a generator writes a reference to `Thing` that may be null; some write it only for objects. */
type Spelling = readonly [name: string, seen: string, schema: Schema, objectsOnly?: true];

const thing = { $ref: "#/components/schemas/Thing" };

/** The first one is the plain reference, which may not be null. */
const spellings: readonly Spelling[] = [
  ["reference", "", thing],
  ["anyOf with nullable alone", "qdrant/qdrant (schemars 0.8)", { anyOf: [thing, { nullable: true }] }],
  [
    "anyOf with an enum of null",
    "GREsau/schemars (1.x)",
    { anyOf: [thing, { nullable: true, enum: [null] }] },
  ],
  ["nullable beside $ref", "svix/svix-webhooks (aide)", { ...thing, nullable: true }],
  ["nullable beside allOf", "tfranzel/drf-spectacular", { allOf: [thing], nullable: true }],
  [
    "nullable and type beside allOf",
    "nestjs/swagger, microsoft/typespec",
    { nullable: true, type: "object", allOf: [thing] },
    true,
  ],
  ["allOf with nullable alone", "asteasolutions/zod-to-openapi", { allOf: [thing, { nullable: true }] }],
  ["nullable beside oneOf", "tfranzel/drf-spectacular", { nullable: true, oneOf: [thing] }],
  [
    "oneOf with an enum of null",
    "tfranzel/drf-spectacular (NullEnum)",
    { nullable: true, oneOf: [thing, { enum: [null] }] },
  ],
  ["anyOf with null", "PrefectHQ/prefect (FastAPI)", { anyOf: [thing, { type: "null" }] }],
  [
    "oneOf with null",
    "rust-lang/crates.io (utoipa), dotnet/aspnetcore",
    { oneOf: [{ type: "null" }, thing] },
  ],
  [
    "type null beside allOf",
    "domaindrivendev/Swashbuckle.AspNetCore (10)",
    { type: "null", allOf: [thing] },
    true,
  ],
];

const string = { type: "string" };
const integer = { type: "integer" };
const variant = (kind: string) => ({
  type: "object",
  properties: { kind: { type: "string", enum: [kind] } },
  required: ["kind"],
});

const anObject = object({ a: string });
const anEnum = { type: "string", enum: ["a", "b"] };

type Change = readonly [Schema, Schema];

const objectChanges: readonly Change[] = [
  [object({ a: string }, { required: ["a"] }), object({ a: string })],
  [object({ a: string }), object({ a: integer })],
  [object({ a: string, b: string }), object({ a: string })],
  [object({}, { additionalProperties: string }), object({}, { additionalProperties: integer })],
];

const otherChanges: readonly Change[] = [
  [anEnum, { type: "string", enum: ["a", "b", "c"] }],
  [anEnum, integer],
  [{ type: "string", maxLength: 5 }, string],
  [{ type: "integer", minimum: 1 }, integer],
  [
    { type: "array", items: string },
    { type: "array", items: integer },
  ],
  [{ oneOf: [variant("a"), variant("b")] }, { oneOf: [variant("a"), variant("b"), variant("c")] }],
];

/** What is not as it should be: a change behind the spelling, one into it, or one to another spelling. */
export interface SpellingResult {
  readonly name: string;
  readonly wrong: readonly ("change" | "becomes nullable" | "rewritten")[];
}

/** Judges changes behind every spelling, and from one spelling to another. */
export function judgeSpellings(): SpellingResult[] {
  const [plain, ...nullable] = spellings;
  if (!plain) return [];
  const behind = (spelling: Spelling, [before, after]: Change) => [
    ...breaks(spelling, before, spelling, after),
    ...breaks(spelling, after, spelling, before),
  ];
  const expected = new Map(
    [...objectChanges, ...otherChanges].map((change) => [change, behind(plain, change)]),
  );
  return nullable.map((spelling) => {
    const [name, , , objectsOnly = false] = spelling;
    const changes = objectsOnly ? objectChanges : [...expected.keys()];
    const things = objectsOnly ? [anObject] : [anObject, anEnum];
    // A change of `Thing` breaks as much as behind the plain reference.
    const alike = changes.flatMap((change) =>
      behind(spelling, change).map((isMajor, index) => isMajor === expected.get(change)?.[index]),
    );
    // A reference that becomes nullable breaks readers, and the reverse callers.
    const becomes = things.flatMap((each) => {
      const [response, request] = breaks(plain, each, spelling, each);
      const [responseBack, requestBack] = breaks(spelling, each, plain, each);
      return [response === true, request === false, responseBack === false, requestBack === true];
    });
    // Another spelling of the same breaks nothing, even in the other version of OpenAPI.
    const rewritten = nullable
      .filter((other) => other !== spelling && (objectsOnly || other[3] !== true))
      .flatMap((other) => things.flatMap((each) => breaks(spelling, each, other, each)))
      .map((isMajor) => !isMajor);
    const all = { change: alike, "becomes nullable": becomes, rewritten } as const;
    const wrong = Object.entries(all).filter(([, results]) => results.includes(false));
    return { name, wrong: wrong.map(([what]) => what as keyof typeof all) };
  });
}

/** Whether a response breaks, and whether a request does. */
function breaks(from: Spelling, before: Schema, to: Spelling, after: Schema): [boolean, boolean] {
  const isMajor = (use: "request" | "response") =>
    judge(apiOf(from, before, use), apiOf(to, after, use)).impact === "major";
  return [isMajor("response"), isMajor("request")];
}

function apiOf([, , schema]: Spelling, thingSchema: Schema, use: "request" | "response"): ApiDocument {
  const content = { "application/json": { schema: object({ thing: schema }) } };
  const operation = {
    operationId: "useThing",
    ...(use === "request" ? { requestBody: { required: true, content } } : {}),
    responses: { 200: { description: "Done.", ...(use === "response" ? { content } : {}) } },
  };
  return documentOf({
    // Only 3.1 has the type null.
    openapi: JSON.stringify(schema).includes('"type":"null"') ? "3.1.0" : "3.0.3",
    info: { title: "Things", version: "1.0.0" },
    paths: { "/things": { post: operation } },
    components: { schemas: { Thing: thingSchema } },
  });
}

function object(properties: Schema, more: Schema = {}): Schema {
  return { type: "object", properties, ...more };
}
