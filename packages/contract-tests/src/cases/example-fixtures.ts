import {
  jsonContentOf,
  type Operation,
  type Parameter,
  parametersIn,
  resolveSchema,
  typesOf,
} from "@compute-host/openapi/model";
import type { ContractApi } from "../openapi/contract-api.ts";
import { type CaseContext, type Fixtures, LeftOutError, type PathValues } from "./contract-case.ts";
import { describedFixtures, exampleOf, examplePath } from "./fixtures.ts";

/** Fixtures of another service: the examples of its description, which have to name records that exist there. */
export function exampleFixtures(api: ContractApi): Fixtures {
  const existing = async (context: CaseContext, operation: Operation) => {
    demandExamples(api, operation);
    const path = examplePath(api, operation);
    await demandRecord(context, operation, path);
    return path;
  };
  return {
    ...describedFixtures,
    existing,
    async changeable(context, operation) {
      const { mayChange } = context.target.lacks;
      if (mayChange !== undefined) throw new LeftOutError(mayChange);
      const json = jsonContentOf(operation.body?.content);
      if (json !== undefined && json.examples.length === 0)
        throw new LeftOutError(
          `${operation.operationId} needs an example of its body: add \`example\` to it`,
        );
      return existing(context, operation);
    },
    missing(operation) {
      const found = parametersIn(operation, "path").map((one) => ({ one, unused: unusedValue(api, one) }));
      if (found.length > 0 && found.every(({ unused }) => unused === undefined))
        throw new LeftOutError(`${operation.operationId} has a path of which no value is known to be unused`);
      return Object.fromEntries(
        found.map(({ one, unused }) => [one.name, unused ?? String(exampleOf(api, one))]),
      );
    },
  };
}

/** Says which example a case lacks, and where to put it. */
export function lackingExample({ operationId }: Operation, { name, in: place }: Parameter): string {
  return `${operationId} needs an example of its ${place} parameter ${name}: add \`example\` to it, or --example ${name}=VALUE`;
}

/** @throws LeftOutError if a required parameter has no example, or one that the suite cannot send */
function demandExamples({ document }: ContractApi, operation: Operation): void {
  const { operationId, parameters, responses } = operation;
  for (const parameter of parameters.filter(({ isRequired }) => isRequired)) {
    const schema = resolveSchema(document, parameter.schema);
    const isPlain = typesOf(schema).every((type) => type !== "array" && type !== "object");
    if (parameter.in === "cookie" || !isPlain || parameter.mediaType !== undefined)
      throw new LeftOutError(`${operationId} needs ${parameter.name}, which this suite cannot send`);
    if (parameter.examples.length === 0 && !Array.isArray(schema.enum))
      throw new LeftOutError(lackingExample(operation, parameter));
  }
  if (responses.some(({ content }) => content.some(({ mediaType }) => /^text\/event-stream/.test(mediaType))))
    throw new LeftOutError(`${operationId} sends events, which may never end`);
}

/** @throws LeftOutError if the service has no record with the example's ID, as far as a GET tells */
async function demandRecord(context: CaseContext, operation: Operation, path: PathValues): Promise<void> {
  const names = Object.keys(path);
  const read = context.api.operations.find(
    (one) =>
      one.method === "GET" &&
      operation.path.startsWith(one.path) &&
      parametersIn(one, "path").length === names.length &&
      one.parameters.every(({ in: place, isRequired }) => place === "path" || !isRequired),
  );
  if (names.length === 0 || read === undefined) return;
  const { memory } = context;
  const key = `status of ${read.path} ${JSON.stringify(path)}`;
  if (!memory.has(key)) {
    memory.set(key, (await context.sendAside({ operation: read, path }, { isOutside: true })).status);
  }
  const status = memory.get(key);
  if (status !== 404 && status !== 410) return;
  const shown = names.map((name) => `--example ${name}=VALUE`).join(" ");
  throw new LeftOutError(
    `The example of ${operation.path} names no record of the service (${status}): give one that exists with ${shown}`,
  );
}

const unusedIds = [
  "no-such-record",
  "2147483646",
  "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d1f",
  "3f0c9a526b1e4f0f9d1c2a7c",
];

/** Returns a value that fits a parameter and that no record has; `undefined` if its schema leaves none. */
export function unusedValue(api: ContractApi, { schemaPointer }: Parameter): string | undefined {
  const isValid = api.validator(schemaPointer);
  return unusedIds.find((id) => isValid(id) || (/^\d+$/.test(id) && isValid(Number(id))));
}
