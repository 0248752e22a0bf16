import { invalidData, type MutatorName, mutators, type ObjectSchema } from "../data/mutators.ts";
import type { ApiSpec } from "../spec/api-spec.ts";
import type { DocumentedParameter, Operation } from "../spec/operations.ts";
import type { Capability } from "../targets/capabilities.ts";
import { type ContractCase, verify } from "./contract-case.ts";
import { validRequest } from "./valid-request.ts";

/** Every query parameter takes what its schema allows and nothing else, once; unknown ones are ignored. */
export function queryCases(spec: ApiSpec): ContractCase[] {
  return spec.operations.flatMap((operation) => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === "query");
    if (parameters.length === 0) return [];
    return [
      ...parameters.flatMap((parameter) => [
        takesValidValues(operation, parameter),
        refusesInvalidValues(spec, operation, parameter),
        refusesEmptyValue(operation, parameter),
        refusesTwoValues(operation, parameter),
      ]),
      ignoresParameters(operation, "unknown", ["unknown", "constructor", "hostId[]"], []),
      ignoresParameters(
        operation,
        "differently spelt",
        parameters.map(({ name }) => name.toUpperCase()),
        ["readsQueriesStrictly"],
      ),
      namesEveryWrongParameter(operation, parameters),
    ];
  });
}

function validValues({ schema, example }: DocumentedParameter): string[] {
  return Array.isArray(schema.enum) ? schema.enum.map(String) : [String(example)];
}

function takesValidValues(operation: Operation, parameter: DocumentedParameter): ContractCase {
  return {
    title: `${operation.operationId} takes every valid ${parameter.name}`,
    operationId: operation.operationId,
    checks: ["positive_data_acceptance"],
    needs: [],
    async run(context) {
      for (const value of validValues(parameter)) {
        const request = { ...validRequest(context, operation), query: [[parameter.name, value] as const] };
        const { status } = await context.send(request);
        verify(
          "positive_data_acceptance",
          status === 200,
          `${parameter.name}=${value} is answered with ${status}`,
        );
      }
    },
  };
}

/** The values that the mutators make of a parameter, as a query can carry them. */
function invalidValues(spec: ApiSpec, parameter: DocumentedParameter): string[] {
  const schema: ObjectSchema = { properties: { [parameter.name]: parameter.schema } };
  const isValid = spec.validator(parameter.schemaPointer);
  const names = Object.keys(mutators) as MutatorName[];
  const candidates = names.flatMap((name) =>
    invalidData(name, { schema, value: {} }, () => false).flatMap((value) => {
      const changed = (value as Record<string, unknown> | null)?.[parameter.name];
      return typeof changed === "string" ? [changed] : [];
    }),
  );
  return [...new Set(candidates)].filter((value) => value !== "" && !isValid(value));
}

function refusesInvalidValues(
  spec: ApiSpec,
  operation: Operation,
  parameter: DocumentedParameter,
): ContractCase {
  return {
    title: `${operation.operationId} refuses every invalid ${parameter.name}`,
    operationId: operation.operationId,
    checks: ["negative_data_rejection"],
    needs: [],
    async run(context) {
      const values = invalidValues(spec, parameter);
      verify("negative_data_rejection", values.length > 0, `no mutator makes an invalid ${parameter.name}`);
      for (const value of values) {
        const query = [[parameter.name, value] as const];
        const { status } = await context.send({ ...validRequest(context, operation), query });
        verify(
          "negative_data_rejection",
          status === 400,
          `${parameter.name}=${value} is answered with ${status}`,
        );
      }
    },
  };
}

function refusesTwoValues(operation: Operation, parameter: DocumentedParameter): ContractCase {
  return {
    title: `${operation.operationId} refuses ${parameter.name} given twice`,
    operationId: operation.operationId,
    checks: ["decided_behaviour", "negative_data_rejection"],
    needs: [],
    async run(context) {
      const [first = "", last = first] = validValues(parameter);
      for (const second of new Set([first, last])) {
        const query = [first, second].map((value) => [parameter.name, value] as const);
        await context.send({ ...validRequest(context, operation), query }, { status: 400 });
      }
    },
  };
}

function refusesEmptyValue(operation: Operation, { name }: DocumentedParameter): ContractCase {
  return {
    title: `${operation.operationId} refuses an empty ${name}`,
    operationId: operation.operationId,
    checks: ["negative_data_rejection"],
    needs: ["readsQueriesStrictly"],
    async run(context) {
      await context.send({ ...validRequest(context, operation), query: [[name, ""]] }, { status: 400 });
    },
  };
}

function ignoresParameters(
  operation: Operation,
  kind: string,
  names: readonly string[],
  needs: readonly Capability[],
): ContractCase {
  return {
    title: `${operation.operationId} ignores ${kind} query parameters`,
    operationId: operation.operationId,
    checks: ["decided_behaviour"],
    needs,
    async run(context) {
      const query = names.map((name) => [name, "anything"] as const);
      await context.send({ ...validRequest(context, operation), query }, { status: 200 });
    },
  };
}

function namesEveryWrongParameter(
  operation: Operation,
  parameters: readonly DocumentedParameter[],
): ContractCase {
  return {
    title: `${operation.operationId} names every wrong query parameter in errors`,
    operationId: operation.operationId,
    checks: ["decided_behaviour"],
    needs: ["writesOwnProblems"],
    async run(context) {
      const query = parameters.map(({ name }) => [name, "neither"] as const);
      const { json } = await context.send({ ...validRequest(context, operation), query }, { status: 400 });
      const { errors = [] } = json as { errors?: { parameter?: string }[] };
      const named = errors.map((error) => error.parameter);
      const missing = parameters.filter(({ name }) => !named.includes(name)).map(({ name }) => name);
      verify("decided_behaviour", missing.length === 0, `errors does not name ${missing.join(", ")}`);
    },
  };
}
