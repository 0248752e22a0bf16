import { judge } from "../src/compare/judge.ts";
import { type ApiDocument, linkApiDocument } from "../src/document/api-document.ts";

type Schema = Readonly<Record<string, unknown>>;

/** How a generator writes a reference to `Thing` that may be null. */
interface Spelling {
  readonly name: string;
  readonly seen: string;
  readonly openapi: "3.0.3" | "3.1.0";
  readonly schema: Schema;
  /** Whether it is only written for references to objects. @default false */
  readonly objectsOnly?: boolean;
}

const thing = { $ref: "#/components/schemas/Thing" };

/** The first one is the plain reference, which may not be null. */
const spellings: readonly Spelling[] = [
  { name: "reference", seen: "", openapi: "3.0.3", schema: thing },
  {
    name: "anyOf with nullable alone",
    seen: "qdrant/qdrant (schemars 0.8)",
    openapi: "3.0.3",
    schema: { anyOf: [thing, { nullable: true }] },
  },
  {
    name: "anyOf with an enum of null",
    seen: "GREsau/schemars (1.x)",
    openapi: "3.0.3",
    schema: { anyOf: [thing, { nullable: true, enum: [null] }] },
  },
  {
    name: "nullable beside $ref",
    seen: "svix/svix-webhooks (aide)",
    openapi: "3.0.3",
    schema: { ...thing, nullable: true },
  },
  {
    name: "nullable beside allOf",
    seen: "tfranzel/drf-spectacular",
    openapi: "3.0.3",
    schema: { allOf: [thing], nullable: true },
  },
  {
    name: "nullable and type beside allOf",
    seen: "nestjs/swagger, microsoft/typespec",
    openapi: "3.0.3",
    schema: { nullable: true, type: "object", allOf: [thing] },
    objectsOnly: true,
  },
  {
    name: "allOf with nullable alone",
    seen: "asteasolutions/zod-to-openapi",
    openapi: "3.0.3",
    schema: { allOf: [thing, { nullable: true }] },
  },
  {
    name: "nullable beside oneOf",
    seen: "tfranzel/drf-spectacular",
    openapi: "3.0.3",
    schema: { nullable: true, oneOf: [thing] },
  },
  {
    name: "oneOf with an enum of null",
    seen: "tfranzel/drf-spectacular (NullEnum)",
    openapi: "3.0.3",
    schema: { nullable: true, oneOf: [thing, { enum: [null] }] },
  },
  {
    name: "anyOf with null",
    seen: "PrefectHQ/prefect (FastAPI)",
    openapi: "3.1.0",
    schema: { anyOf: [thing, { type: "null" }] },
  },
  {
    name: "oneOf with null",
    seen: "rust-lang/crates.io (utoipa), dotnet/aspnetcore",
    openapi: "3.1.0",
    schema: { oneOf: [{ type: "null" }, thing] },
  },
  {
    name: "type null beside allOf",
    seen: "domaindrivendev/Swashbuckle.AspNetCore (10)",
    openapi: "3.1.0",
    schema: { type: "null", allOf: [thing] },
    objectsOnly: true,
  },
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

/** How many judgements are right, of how many. */
export interface SpellingFigures {
  readonly name: string;
  readonly seen: string;
  /** A change of `Thing` breaks as much as behind the plain reference. */
  readonly changes: string;
  /** A reference that becomes nullable breaks readers, and the reverse callers. */
  readonly nullable: string;
  /** Another spelling of the same breaks nothing, even in the other version of OpenAPI. */
  readonly rewritten: string;
}

/** Judges changes behind every spelling, and from one spelling to another. */
export function judgeSpellings(): SpellingFigures[] {
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
    const { name, seen, openapi, objectsOnly = false } = spelling;
    const changes = objectsOnly ? objectChanges : [...expected.keys()];
    const things = objectsOnly ? [anObject] : [anObject, anEnum];
    const reference = { ...plain, openapi };
    const alike = changes.flatMap((change) =>
      behind(spelling, change).map((isMajor, index) => isMajor === expected.get(change)?.[index]),
    );
    const becomes = things.flatMap((each) => {
      const [response, request] = breaks(reference, each, spelling, each);
      const [responseBack, requestBack] = breaks(spelling, each, reference, each);
      return [response === true, request === false, responseBack === false, requestBack === true];
    });
    const rewritten = nullable
      .filter((other) => other !== spelling && (objectsOnly || !other.objectsOnly))
      .flatMap((other) => things.flatMap((each) => breaks(spelling, each, other, each)))
      .map((isMajor) => !isMajor);
    return { name, seen, changes: figure(alike), nullable: figure(becomes), rewritten: figure(rewritten) };
  });
}

function figure(results: readonly boolean[]): string {
  return `${results.filter(Boolean).length}/${results.length}`;
}

/** Whether a response breaks, and whether a request does. */
function breaks(from: Spelling, before: Schema, to: Spelling, after: Schema): [boolean, boolean] {
  const isMajor = (use: "request" | "response") =>
    judge(documentOf(from, before, use), documentOf(to, after, use)).impact === "major";
  return [isMajor("response"), isMajor("request")];
}

function documentOf(spelling: Spelling, thingSchema: Schema, use: "request" | "response"): ApiDocument {
  const content = { "application/json": { schema: object({ thing: spelling.schema }) } };
  const operation = {
    operationId: "useThing",
    ...(use === "request" ? { requestBody: { required: true, content } } : {}),
    responses: { 200: { description: "Done.", ...(use === "response" ? { content } : {}) } },
  };
  const value = structuredClone({
    openapi: spelling.openapi,
    info: { title: "Things", version: "1.0.0" },
    paths: { "/things": { post: operation } },
    components: { schemas: { Thing: thingSchema } },
  });
  const file = "/things.yaml";
  return linkApiDocument({ file, value, positionOf: () => ({ file, line: 1, column: 1 }) });
}

function object(properties: Schema, more: Schema = {}): Schema {
  return { type: "object", properties, ...more };
}
