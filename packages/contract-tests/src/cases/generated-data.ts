import { assert, asyncProperty, integer } from "fast-check";
import { invalidData, type MutatorName, mutators, type ObjectSchema } from "../data/mutators.ts";
import { validData } from "../data/valid-data.ts";
import type { ApiSpec } from "../spec/api-spec.ts";
import type { DocumentedBody, Operation } from "../spec/operations.ts";
import { type CaseContext, type ContractCase, verify } from "./contract-case.ts";
import { validRequest } from "./valid-request.ts";

const runs = { numRuns: 20, seed: 20261120, endOnFailure: true };
const seeds = integer({ min: 0, max: 2 ** 31 - 1 });
const rejections = [400, 422];

/** Generated bodies: those that fit the schema are taken, those that do not are refused. */
export function generatedBodyCases(spec: ApiSpec): ContractCase[] {
  return spec.operations.flatMap((operation) => {
    const body = operation.requestBody;
    if (!body) return [];
    const names = Object.keys(mutators) as MutatorName[];
    const applicable = names.filter((name) => sampleInvalidBodies(spec, body, name).length > 0);
    return [
      takesValidBodies(operation, body),
      ...applicable.map((name) => refusesInvalidBodies(operation, body, name)),
    ];
  });
}

function sampleInvalidBodies(spec: ApiSpec, body: DocumentedBody, name: MutatorName): unknown[] {
  const schema = spec.schema(body.schemaPointer) as ObjectSchema;
  const isValid = spec.validator(body.schemaPointer);
  return invalidData(name, { schema, value: {} }, (value) => isValid(value));
}

function takesValidBodies(operation: Operation, body: DocumentedBody): ContractCase {
  return {
    title: `${operation.operationId} takes every generated body that fits the schema`,
    operationId: operation.operationId,
    checks: ["positive_data_acceptance"],
    needs: [],
    async run(context) {
      const { spec, survey } = context;
      const schema = spec.schema(body.schemaPointer);
      const request = validRequest(context, operation);
      const { name, remoteUser } = survey.computers[0] ?? {};
      const sendBody = async (seed: number) => {
        const json = reversible(context, validData(schema, seed));
        verify(
          "positive_data_acceptance",
          spec.validator(body.schemaPointer)(json),
          "the generator made invalid data",
        );
        const { status } = await context.send({ ...request, json });
        const isTaken = status < 300 || status === 409;
        verify("positive_data_acceptance", isTaken, `${JSON.stringify(json)} is answered with ${status}`);
      };
      try {
        await assert(asyncProperty(seeds, sendBody), runs);
      } finally {
        if (name) await context.send({ ...request, json: { name, ...(remoteUser ? { remoteUser } : {}) } });
      }
    },
  };
}

/** Leaves out what could not be undone on a computer that is not there to be changed. */
function reversible({ target, survey }: CaseContext, body: unknown): unknown {
  const [computer] = survey.computers;
  if (!computer || target.lacks.isDisposable === undefined) return body;
  const undoable = Object.entries(body as object).filter(
    ([property]) => property === "name" || (property === "remoteUser" && computer.remoteUser),
  );
  return Object.fromEntries(undoable);
}

function refusesInvalidBodies(
  operation: Operation,
  body: DocumentedBody,
  mutator: MutatorName,
): ContractCase {
  return {
    title: `${operation.operationId} refuses a generated body when a mutator ${inWords(mutator)}`,
    operationId: operation.operationId,
    checks: ["negative_data_rejection"],
    needs: [],
    async run(context) {
      const { spec } = context;
      const schema = spec.schema(body.schemaPointer) as ObjectSchema;
      const isValid = spec.validator(body.schemaPointer);
      const request = validRequest(context, operation);
      const sent = new Set<string>();
      const sendBroken = async (seed: number) => {
        const value = validData(schema, seed) as Record<string, unknown>;
        for (const json of invalidData(mutator, { schema, value }, (candidate) => isValid(candidate))) {
          const key = JSON.stringify(json);
          if (sent.has(key)) continue;
          sent.add(key);
          const { status } = await context.send({ ...request, json });
          verify("negative_data_rejection", rejections.includes(status), `${key} is answered with ${status}`);
        }
      };
      await assert(asyncProperty(seeds, sendBroken), { ...runs, numRuns: 5 });
    },
  };
}

/** A camelCase name as words. */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
