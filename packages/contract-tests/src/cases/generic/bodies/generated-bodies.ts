import { invalidData, mutators, type ObjectSchema } from "../../../data/mutators.ts";
import { validBodies } from "../../../data/valid-bodies.ts";
import type { ContractApi } from "../../../openapi/contract-api.ts";
import { reversible } from "../../computers/computer-fixtures.ts";
import { type CaseContext, type ContractCase, type RuleIds, verify } from "../../contract-case.ts";
import { type BareUpdate, bodyCase } from "./body-case.ts";

const pointer = "/components/schemas/ComputerUpdate";

/** The rules that refuse a mutation; other bodies break the schema as a whole. */
const rulesByMutator: Readonly<Record<string, RuleIds>> = {
  "a text that is too short": ["limits"],
  "a text that is too long": ["limits"],
  "a text in the wrong format": ["ComputerUpdate.hostId"],
  "a null property": ["ComputerUpdate#1"],
  "an unknown property": ["ComputerUpdate#1"],
  "a misspelled property": ["ComputerUpdate#1"],
};

/** Generated bodies: valid ones are accepted, invalid ones are refused. */
export const generatedBodyCases: readonly ContractCase[] = [
  bodyCase(
    "accepts every set of properties that fits the schema",
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
  for (const body of validBodies(schema)) {
    const json = reversible(context, update.path, body);
    if (!isValid(json)) throw new Error("The generator produced invalid data.");
    const { status } = await context.send({ ...update, json });
    const message = `${JSON.stringify(json)}, which fits the schema, gets ${status}`;
    const detail = { check: "positive_data_acceptance", smallestBody: json } as const;
    // A name that another computer has fits as well.
    verify(status < 300 || status === 409, "ComputerUpdate", message, detail);
  }
}

async function refusesInvalidBodies(
  context: CaseContext,
  update: BareUpdate,
  mutator: string,
): Promise<void> {
  const { schema, isValid } = updateSchema(context.api);
  const [accepted = "InvalidUpdate"] = rulesByMutator[mutator] ?? [];
  // At first only the invalid part is in the body, so that a failure is already minimal.
  for (const body of [{}, ...validBodies(schema).slice(-1)]) {
    const value = reversible(context, update.path, body);
    for (const json of invalidData(mutator, { schema, value }, isValid)) {
      const text = JSON.stringify(json);
      if (text.includes('"urn:') && context.target.lacks.refusesUuidUrns !== undefined) continue;
      const { status } = await context.send({ ...update, json });
      const shown = text.length > 200 ? `${text.slice(0, 200)}...` : text;
      const detail = { check: "negative_data_rejection", smallestBody: json } as const;
      verify(
        status === 400,
        status < 400 ? accepted : "InvalidUpdate",
        `${shown} gets ${status}, not 400`,
        detail,
      );
    }
  }
}
