import { type Api, errorsOf } from "../../model/api.ts";
import { objectOf } from "../../schema/json.ts";
import { resolveSchema, type Schema, typesOf } from "../../schema/schemas.ts";
import { errorClasses } from "./error-classes.ts";

/** The types of the documented errors' bodies, as the client's sources write them. */
export interface ErrorBodies {
  /** The one that most errors have. */
  readonly main: string | undefined;
  /** The others, by status; under `""` those of statuses without a class of their own. */
  readonly others: ReadonlyMap<string, readonly string[]>;
}

interface UsedBody {
  readonly status: string;
  readonly type: string;
  readonly schema: Schema;
}

/** Collects the types of the bodies of the errors that a description documents. */
export function collectErrorBodies(api: Api): ErrorBodies {
  const used = usedBodies(api);
  const [main] = used.map(({ type }) => type);
  const withClass = new Set(errorClasses(api).map(({ status }) => status));
  const others = Map.groupBy(
    used.filter(({ type }) => type !== main),
    ({ status }) => (withClass.has(status) ? status : ""),
  );
  const types = [...others].map(([status, list]) => [status, unique(list.map(({ type }) => type))] as const);
  return { main, others: new Map(types) };
}

/** Every use of a body in an error, the most common type first. */
function usedBodies({ operations }: Api): UsedBody[] {
  const used = operations
    .flatMap(errorsOf)
    .flatMap(({ status, content }) =>
      content.map(({ schema, schemaName }) => ({ status, schema, type: `types.${schemaName}` })),
    );
  const byType = [...Map.groupBy(used, ({ type }) => type).values()];
  return byType.toSorted((some, others) => others.length - some.length).flat();
}

const sampleOfType: Readonly<Record<string, unknown>> = {
  string: "",
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
  object: {},
};

/** The members of the error bodies, each with a value of its type. */
export function collectErrorMembers(api: Api): Readonly<Record<string, unknown>> {
  const types: Record<string, unknown> = {};
  for (const { schema } of usedBodies(api)) {
    const { properties } = resolveSchema(api.document, schema);
    for (const [name, member] of Object.entries(objectOf(properties))) {
      const [type = "", ...more] = typesOf(resolveSchema(api.document, objectOf(member) as Schema));
      if (more.length === 0) types[name] ??= sampleOfType[type];
    }
  }
  return types;
}

function unique(types: readonly string[]): string[] {
  return [...new Set(types)];
}
