import { type Api, jsonContentOf, type Operation, type Response, type Schema } from "../../model/api.ts";
import { isObject, objectOf } from "../../model/json.ts";
import { ownTypeName, pascalCase } from "../../model/names.ts";
import { objectMembers, typesOf } from "../../model/schemas.ts";
import { identifierSource } from "../source-text.ts";
import { errorClasses } from "./error-classes.ts";

/** The JSON bodies of the documented errors. */
export interface ErrorBodies {
  /** The name of the schema that most of them share. */
  readonly main: string | undefined;
  /** The names of the others, by status; under `""` those of statuses without a class of their own. */
  readonly others: ReadonlyMap<string, readonly string[]>;
  /** The schemas among them that the description does not name, by their generated names. */
  readonly inline: Readonly<Record<string, Schema>>;
}

/** Collects the JSON bodies of the errors that a description documents. */
export function collectErrorBodies(api: Api): ErrorBodies {
  const used = api.operations.flatMap((operation) =>
    operation.responses
      .filter(({ status }) => !/^[123]/.test(status))
      .flatMap((response) => readErrorBody(operation, response) ?? []),
  );
  const byName = [...Map.groupBy(used, ({ name }) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  const main = byName[0]?.[0];
  const withClass = new Set(errorClasses(api).map(({ status }) => status));
  const others = Map.groupBy(
    used.filter(({ name }) => name !== main),
    ({ status }) => (withClass.has(status) ? status : ""),
  );
  return {
    main,
    others: new Map(
      [...others].map(([status, list]) => [status, [...new Set(list.map(({ name }) => name))]]),
    ),
    inline: Object.fromEntries(
      used.flatMap(({ name, inline }) => (inline === undefined ? [] : [[name, inline]])),
    ),
  };
}

interface UsedBody {
  readonly status: string;
  readonly name: string;
  readonly inline: Schema | undefined;
}

function readErrorBody(operation: Operation, { status, content }: Response): UsedBody | undefined {
  const { schema, schemaName } = jsonContentOf(content) ?? {};
  if (schema === undefined) return undefined;
  if (schemaName !== undefined) return { status, name: schemaName, inline: undefined };
  return {
    status,
    name: identifierSource(ownTypeName(operation, `${pascalCase(status)}Error`)),
    inline: schema,
  };
}

/** What tells that JSON is the body of an error. */
export interface ErrorMembers {
  /** The members with one scalar type, and a value of that type; `errors` is a list of places, each with its message. */
  readonly types: Readonly<Record<string, Sample>>;
  /** Of each body, the members that say what is wrong, the most telling first. */
  readonly words: readonly string[];
}

/** Collects the members of the error bodies; where two differ in the type of a member, the more common one counts. */
export function collectErrorMembers(api: Api, { main, others, inline }: ErrorBodies): ErrorMembers {
  const names = [...(main === undefined ? [] : [main]), ...[...others.values()].flat()];
  const types: Record<string, Sample> = {};
  const words = names.flatMap((name) => {
    const members = objectMembers(api.document, inline[name] ?? api.schemas[name]);
    const scalars = Object.entries(members).flatMap(([member, schema]) => {
      const [type = "", ...more] = isObject(schema) ? typesOf(schema as Schema) : [];
      return Object.hasOwn(sampleOfType, type) && more.length === 0 ? [[member, type] as const] : [];
    });
    for (const [member, type] of scalars) types[member] ??= sampleOfType[type] as Sample;
    const { items } = objectOf(members.errors);
    if (objectMembers(api.document, items as Schema | undefined).message !== undefined) types.errors ??= [];
    const texts = new Set(scalars.flatMap(([member, type]) => (type === "string" ? [member] : [])));
    // RFC 9457 has two; of other bodies one is enough.
    const known = messageMembers.filter((member) => texts.has(member));
    if (known[0] === "detail" || known[0] === "title")
      return known.filter((one) => /^(detail|title)$/.test(one));
    return known.length > 0 ? known.slice(0, 1) : scalars.map(([member]) => member);
  });
  return { types, words: [...new Set(words)] };
}

type Sample = string | number | boolean | readonly never[];

const sampleOfType: Readonly<Record<string, Sample>> = {
  string: "",
  number: 0,
  integer: 0,
  boolean: false,
};

/** Members that say what is wrong, the most telling first. */
const messageMembers = [
  "detail",
  "title",
  "message",
  "error_description",
  "error",
  "description",
  "reason",
  "code",
];
