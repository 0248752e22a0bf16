import { invalidData, mutators, type ObjectSchema } from "../../../data/mutators.ts";
import { smallestBody } from "../../../data/smallest-body.ts";
import { validData } from "../../../data/valid-data.ts";
import type { ContractApi } from "../../../openapi/contract-api.ts";
import type { RuleId } from "../../../openapi/rules.gen.ts";
import { reversible } from "../../computers/computer-fixtures.ts";
import { type CaseContext, type ContractCase, verify } from "../../contract-case.ts";
import { type BareUpdate, bodyCase } from "./body-case.ts";

const validRounds = 25;
const invalidRounds = 3;
const pointer = "/components/schemas/ComputerUpdate";

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
export const generatedBodyCases: readonly ContractCase[] = [
  bodyCase(
    "accepts every generated body that fits the schema",
    "positive_data_acceptance",
    ["ComputerUpdate", "updateComputer.body", "limits", "ComputerUpdate.hostId"],
    takesValidBodies,
  ),
  ...Object.keys(mutators).map((mutator) =>
    bodyCase(
      `refuses a body with ${mutator}`,
      "negative_data_rejection",
      rulesByMutator[mutator] ?? ["updateComputer.body#1", "InvalidUpdate"],
      (context, update) => refusesInvalidBodies(context, update, mutator),
    ),
  ),
];

/** Returns the schema of an update, and whether a body fits it. */
function updateSchema(api: ContractApi) {
  const isValid = api.validator(pointer);
  return { schema: api.schema(pointer) as ObjectSchema, isValid: (body: unknown) => isValid(body) };
}

async function takesValidBodies(context: CaseContext, update: BareUpdate): Promise<void> {
  const { schema, isValid } = updateSchema(context.api);
  const statusOf = async (json: unknown) => (await context.send({ ...update, json })).status;
  const isTaken = (status: number) => status < 300 || status === 409;
  for (let round = 0; round < validRounds; round += 1) {
    const json = reversible(context, update.path, validData(schema, context.seed + round));
    if (!isValid(json)) throw new Error("The generator produced invalid data.");
    if (isTaken(await statusOf(json))) continue;
    const smallest = await smallestBody(
      json,
      async (body) => isValid(body) && !isTaken(await statusOf(body)),
    );
    const message = `${JSON.stringify(smallest)}, which fits the schema, gets ${await statusOf(smallest)}`;
    verify(false, message, { check: "positive_data_acceptance", smallestBody: smallest });
  }
}

async function refusesInvalidBodies(
  context: CaseContext,
  update: BareUpdate,
  mutator: string,
): Promise<void> {
  const { schema, isValid } = updateSchema(context.api);
  const sent = new Set<string>();
  for (let round = 0; round <= invalidRounds; round += 1) {
    // The first round has only the invalid part in the body, so a failure there is already minimal.
    const value = reversible(
      context,
      update.path,
      round === 0 ? {} : validData(schema, context.seed + round),
    );
    for (const json of invalidData(mutator, { schema, value }, isValid)) {
      const text = JSON.stringify(json);
      const isLeftOut = text.includes('"urn:') && context.target.lacks.refusesUuidUrns !== undefined;
      if (isLeftOut || sent.has(text)) continue;
      sent.add(text);
      const { status } = await context.send({ ...update, json });
      const shown = text.length > 200 ? `${text.slice(0, 200)}...` : text;
      const detail = { check: "negative_data_rejection", smallestBody: json } as const;
      verify(status === 400, `${shown} gets ${status}, not 400`, detail);
    }
  }
}
