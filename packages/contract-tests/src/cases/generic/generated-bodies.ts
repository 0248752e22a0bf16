import { jsonContentOf, type Operation } from "@compute-host/openapi";
import { invalidData, mutators, type ObjectSchema } from "../../data/mutators.ts";
import { smallestBody } from "../../data/smallest-body.ts";
import { validData } from "../../data/valid-data.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import type { RuleId } from "../../openapi/rules.gen.ts";
import { type ContractCase, verify } from "../contract-case.ts";
import { bodyCase } from "./body-case.ts";
import { requestOnChangeable } from "./plain-request.ts";

const validRounds = 25;
const invalidRounds = 3;

/** The rules that refuse a mutation; other bodies break the schema as a whole. */
const rulesByMutator: Readonly<Record<string, readonly RuleId[]>> = {
  "a text that is too short": ["limits"],
  "a text that is too long": ["limits"],
  "a text in the wrong format": ["ComputerUpdate.hostId"],
  "a null property": ["ComputerUpdate#1", "updateComputer.body#1"],
  "an unknown property": ["ComputerUpdate#1", "updateComputer.body#1"],
  "a misspelled property": ["ComputerUpdate#1", "updateComputer.body#1"],
};

/** Generated bodies: valid ones are accepted, invalid ones are refused. */
export function generatedBodyCases(api: ContractApi): ContractCase[] {
  return api.operations.flatMap((operation) => {
    const pointer = jsonContentOf(operation.body?.content)?.schemaPointer;
    if (pointer === undefined) return [];
    const schema = api.schema(pointer) as ObjectSchema;
    const specimen = { schema, value: {} };
    const isValid = api.validator(pointer);
    const applicable = Object.keys(mutators).filter(
      (name) => invalidData(name, specimen, (value) => isValid(value)).length > 0,
    );
    return [
      ...(operation.method === "PATCH" ? [takesValidBodies(operation, pointer)] : []),
      ...applicable.map((name) => refusesInvalidBodies(operation, pointer, name)),
    ];
  });
}

function takesValidBodies(operation: Operation, pointer: string): ContractCase {
  return {
    ...bodyCase(operation, "accepts every generated body that fits the schema", "positive_data_acceptance", [
      "ComputerUpdate",
      "updateComputer.body",
      "limits",
      "ComputerUpdate.hostId",
    ]),
    async run(context) {
      const { api, fixtures, seed } = context;
      const schema = api.schema(pointer);
      const request = await requestOnChangeable(context, operation);
      const path = request.path ?? {};
      const statusOf = async (json: unknown) => (await context.send({ ...request, json })).status;
      const isTaken = (status: number) => status < 300 || status === 409;
      await fixtures.restoring(context, path, async () => {
        for (let round = 0; round < validRounds; round += 1) {
          const json = fixtures.reversible(context, path, validData(schema, seed + round));
          if (!api.validator(pointer)(json)) throw new Error("The generator produced invalid data.");
          const status = await statusOf(json);
          if (isTaken(status)) continue;
          const smallest = await smallestBody(
            json,
            async (body) => api.validator(pointer)(body) && !isTaken(await statusOf(body)),
          );
          const message = `${JSON.stringify(smallest)}, which fits the schema, gets ${await statusOf(smallest)}`;
          verify(false, message, { check: "positive_data_acceptance", smallestBody: smallest });
        }
      });
    },
  };
}

function refusesInvalidBodies(operation: Operation, pointer: string, mutator: string): ContractCase {
  const rules = rulesByMutator[mutator] ?? ["updateComputer.body#1", "InvalidUpdate", "RateLimited#1"];
  return {
    ...bodyCase(operation, `refuses a body with ${mutator}`, "negative_data_rejection", rules),
    async run(context) {
      const { api, seed, fixtures } = context;
      const schema = api.schema(pointer) as ObjectSchema;
      const isValid = api.validator(pointer);
      const request = await requestOnChangeable(context, operation);
      const path = request.path ?? {};
      const sent = new Set<string>();
      await fixtures.restoring(context, path, async () => {
        for (let round = 0; round <= invalidRounds; round += 1) {
          // The first round has only the invalid part in the body, so a failure there is already minimal.
          const rest = round === 0 ? emptySpecimen(api, pointer) : validData(schema, seed + round);
          const value = fixtures.reversible(context, path, rest) as Record<string, unknown>;
          for (const json of invalidData(mutator, { schema, value }, (candidate) => isValid(candidate))) {
            const text = JSON.stringify(json);
            const isLeftOut = text.includes('"urn:') && context.target.lacks.refusesUuidUrns !== undefined;
            if (isLeftOut || sent.has(text)) continue;
            sent.add(text);
            const { status } = await context.send({ ...request, json });
            const shown = text.length > 200 ? `${text.slice(0, 200)}...` : text;
            const detail = { check: "negative_data_rejection", smallestBody: json } as const;
            verify(status === 400, `${shown} gets ${status}, not 400`, detail);
          }
        }
      });
    },
  };
}

function emptySpecimen(api: ContractApi, pointer: string): unknown {
  return api.validator(pointer)({}) ? {} : validData(api.schema(pointer), 1);
}
