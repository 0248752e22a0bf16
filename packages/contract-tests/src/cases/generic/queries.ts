import { objectOf, type Parameter, parametersIn } from "@compute-host/openapi";
import type { operations } from "@compute-host/types";
import type { ContractRequest } from "../../http/exchange.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import type { Capability } from "../../targets/capabilities.ts";
import { differsAlways } from "../by-chance.ts";
import { type CaseContext, type ContractCase, type RuleIds, verify } from "../contract-case.ts";
import { invalidValues, validValues } from "./query-values.ts";

/** Every query parameter of the list accepts exactly what its schema allows. */
export function queryCases(api: ContractApi): ContractCase[] {
  const parameters = parametersOf(api);
  return [
    ...parameters.flatMap((parameter) => {
      const place = placeOf(parameter);
      return [
        queryCase(`accepts every valid ${parameter.name}`, ["listComputers", place], (context, list) =>
          takesValidValues(context, list, parameter),
        ),
        // A text of any kind has none.
        ...(invalidValues(api, parameter).length === 0
          ? []
          : [
              queryCase(
                `refuses every invalid ${parameter.name}`,
                [`${place}#1`, place, "InvalidQuery"],
                (context, list) => refusesInvalidValues(context, list, parameter),
              ),
            ]),
        queryCase(`refuses ${parameter.name} given twice`, ["listComputers#2"], (context, list) =>
          refusesTwoValues(context, list, parameter),
        ),
      ];
    }),
    queryCase("ignores unknown query parameters", ["listComputers#2"], ignoresOthers, [
      "readsQueriesStrictly",
    ]),
    queryCase(
      "names every wrong query parameter in errors, and no other",
      ["InvalidQuery#1", "Violation"],
      namesEveryWrongOne,
      ["writesOwnProblems"],
    ),
  ];
}

function parametersOf(api: ContractApi): readonly Parameter[] {
  return parametersIn(api.operation("listComputers"), "query");
}

type ParameterName = keyof NonNullable<operations["listComputers"]["parameters"]["query"]>;

/** The rule of a parameter; its use as `#1` compiles only if each parameter has a decision. */
function placeOf({ name }: Parameter) {
  return `listComputers.${name as ParameterName}` as const;
}

/** Returns the invalid values, except those that a target is known to accept. */
function refusedValues({ api, target }: CaseContext, parameter: Parameter): string[] {
  const { readsQueriesStrictly, refusesUuidUrns } = target.lacks;
  return invalidValues(api, parameter).filter(
    (value) =>
      !(value === "" && readsQueriesStrictly !== undefined) &&
      !(value.startsWith("urn:") && refusesUuidUrns !== undefined),
  );
}

function queryCase(
  behaviour: string,
  rules: RuleIds,
  run: (context: CaseContext, list: ContractRequest) => Promise<void>,
  needs: readonly Capability[] = [],
): ContractCase {
  return {
    title: `listComputers ${behaviour}`,
    theme: "queries",
    operationId: "listComputers",
    checks: [behaviour.startsWith("refuses") ? "negative_data_rejection" : "positive_data_acceptance"],
    rules,
    needs,
    run: (context) => run(context, { operation: context.api.operation("listComputers") }),
  };
}

async function takesValidValues(context: CaseContext, list: ContractRequest, parameter: Parameter) {
  const { name } = parameter;
  for (const value of validValues(context.api, parameter)) {
    const { status } = await context.send({ ...list, query: [[name, value]] });
    verify(status === 200, placeOf(parameter), `${name}=${value} gets ${status}, not 200`, {
      check: "positive_data_acceptance",
    });
  }
}

async function refusesInvalidValues(context: CaseContext, list: ContractRequest, parameter: Parameter) {
  const { name } = parameter;
  const values = refusedValues(context, parameter);
  for (const value of values) {
    const { status } = await context.send({ ...list, query: [[name, value]] });
    const shown = `${name}=${JSON.stringify(value)}`;
    verify(status === 400, `${placeOf(parameter)}#1`, `${shown} gets ${status}, not 400`, {
      check: "negative_data_rejection",
    });
  }
  if (context.target.lacks.answersWrongMethods !== undefined) return;
  for (const value of values.slice(0, 1))
    await context.send({ ...list, method: "HEAD", query: [[name, value]] }, { status: 400 });
}

async function refusesTwoValues(context: CaseContext, list: ContractRequest, parameter: Parameter) {
  const [first = "", second = first] = validValues(context.api, parameter);
  for (const other of [first, second, "", ...refusedValues(context, parameter).slice(0, 1)]) {
    const query = [first, other].map((value) => [parameter.name, value] as const);
    await context.send({ ...list, query }, { status: 400 });
    // Other parameters in between do not hide the repetition.
    const parted = query.flatMap((pair) => [pair, ["unknown", "x"] as const]);
    await context.send({ ...list, query: parted }, { status: 400 });
  }
}

async function ignoresOthers(context: CaseContext, list: ContractRequest): Promise<void> {
  const own = parametersOf(context.api).map(({ name }) => name);
  const respelt = own.flatMap((name) => [
    name.toUpperCase(),
    `${name}[]`,
    ` ${name}`,
    name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`),
  ]);
  const properties = Object.values(context.api.schemas).flatMap((one) =>
    Object.keys(objectOf(one.properties)),
  );
  const usual = [
    "unknown",
    "constructor",
    "__proto__",
    "toString",
    "limit",
    "page",
    "offset",
    "cursor",
    "fields",
    "sort",
    "q",
  ];
  const sizeOf = async (query: [string, string][]) =>
    (await context.send({ ...list, query }, { status: 200 })).text.length;
  let before = await sizeOf([]);
  for (const name of new Set([...usual, ...properties, ...respelt])) {
    if (own.includes(name)) continue;
    const differs = async () => {
      const size = await sizeOf([[name, "1"]]);
      const after = await sizeOf([]);
      // A response that grows on its own proves nothing.
      const isChanged = size !== before && after === before;
      before = after;
      return isChanged;
    };
    verify(
      !(await differsAlways(differs)),
      "listComputers#2",
      `the unknown parameter ${name} changes the response`,
    );
  }
  const many = Array.from({ length: 50 }, (_, index) => ["unknown", `\u{1F600}${index}`] as const);
  await context.send({ ...list, query: many }, { status: 200 });
  await context.send({ ...list, rawQuery: "&&=&%20=&unknown" }, { status: 200 });
  const ends = ["%", "%ff"].map((value) => `${own[0]}=${value}`);
  const malformed = ["%", "%zz", "%=1", "a=%", "a=%ff", "%ff=1", ...ends, "?", "a=b=c"];
  for (const rawQuery of malformed)
    await context.send({ ...list, rawQuery }, { status: [200, 400], mayBeIntercepted: true });
}

async function namesEveryWrongOne(context: CaseContext, list: ContractRequest): Promise<void> {
  const { api } = context;
  const values = parametersOf(api).map((parameter) => {
    const [[valid = ""], [invalid]] = [validValues(api, parameter), refusedValues(context, parameter)];
    return { name: parameter.name, valid, invalid };
  });
  const refused = values.filter(({ invalid }) => invalid !== undefined);
  for (const wrong of [refused, ...refused.map((one) => [one])]) {
    const query = values.map((one) => {
      const value = wrong.includes(one) ? one.invalid : one.valid;
      return [one.name, value ?? ""] as const;
    });
    const { json } = await context.send({ ...list, query }, { status: 400 });
    const { errors = [] } = json as { errors?: { parameter?: string }[] };
    const named = [...new Set(errors.map(({ parameter }) => parameter))].toSorted();
    const expected = wrong.map(({ name }) => name).toSorted();
    const isRight = named.join() === expected.join();
    verify(
      isRight,
      "InvalidQuery#1",
      `errors names ${named.join(", ") || "nothing"}, not ${expected.join(" and ")}`,
    );
  }
}
