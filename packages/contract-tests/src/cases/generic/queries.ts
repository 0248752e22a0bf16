import { type Operation, objectOf, type Parameter, parametersIn } from "@compute-host/openapi";
import type { ContractApi } from "../../openapi/contract-api.ts";
import type { RuleId } from "../../openapi/rules.gen.ts";
import { existing } from "../../openapi/rules.ts";
import { type ContractCase, verify } from "../contract-case.ts";
import { exampleOf } from "../examples.ts";
import { isSafe, requestOnExisting, successStatusesOf } from "./plain-request.ts";
import { invalidValues, validValues } from "./query-values.ts";

/** Every query parameter accepts exactly what its schema allows. */
export function queryCases(api: ContractApi): ContractCase[] {
  return api.operations.filter(isSafe).flatMap((operation) => {
    const parameters = parametersIn(operation, "query");
    if (parameters.length === 0) return [];
    return [
      ...parameters.flatMap((parameter) => [
        takesValidValues(api, operation, parameter),
        ...(invalidValues(api, parameter).length > 0
          ? [refusesInvalidValues(api, operation, parameter)]
          : []),
        refusesTwoValues(operation, parameter),
      ]),
      ignoresOthers(operation, parameters),
      namesEveryWrongOne(operation, parameters),
    ];
  });
}

function queryCase(
  operation: Operation,
  behaviour: string,
  rules: readonly RuleId[],
): Omit<ContractCase, "run"> {
  return {
    title: `${operation.operationId} ${behaviour}`,
    theme: "queries",
    operationId: operation.operationId,
    checks: ["negative_data_rejection"],
    rules,
    needs: [],
  };
}

/** Returns where the description describes a parameter. */
function placeOf({ operationId }: Operation, { name }: Parameter): string {
  return `${operationId}.${name}`;
}

/** Returns the smallest valid query of an operation: its required parameters. */
function requiredQuery(operation: Operation, name: string): [string, string][] {
  return parametersIn(operation, "query")
    .filter((parameter) => parameter.isRequired && parameter.name !== name)
    .map((parameter) => [parameter.name, String(exampleOf(parameter))]);
}

function takesValidValues(api: ContractApi, operation: Operation, parameter: Parameter): ContractCase {
  return {
    ...queryCase(
      operation,
      `accepts every valid ${parameter.name}`,
      existing(api, [operation.operationId, placeOf(operation, parameter)]),
    ),
    checks: ["positive_data_acceptance"],
    async run(context) {
      const request = await requestOnExisting(context, operation);
      const required = requiredQuery(operation, parameter.name);
      for (const value of validValues(context.api, parameter)) {
        const query = [...required, [parameter.name, value] as const];
        const { status } = await context.send({ ...request, query });
        const detail = { check: "positive_data_acceptance" } as const;
        verify(status < 300, `${parameter.name}=${value} gets ${status}, not 2xx`, detail);
      }
    },
  };
}

function refusesInvalidValues(api: ContractApi, operation: Operation, parameter: Parameter): ContractCase {
  const { name } = parameter;
  return {
    ...queryCase(
      operation,
      `refuses every invalid ${name}`,
      existing(api, [`${placeOf(operation, parameter)}#1`, placeOf(operation, parameter), "InvalidQuery"]),
    ),
    async run(context) {
      const { target } = context;
      const request = await requestOnExisting(context, operation);
      const required = requiredQuery(operation, name);
      for (const value of invalidValues(api, parameter)) {
        if (value === "" && target.lacks.readsQueriesStrictly !== undefined) continue;
        if (value.startsWith("urn:") && target.lacks.refusesUuidUrns !== undefined) continue;
        const query = [...required, [name, value] as const];
        const { status } = await context.send({ ...request, query });
        const shown = `${name}=${JSON.stringify(value)}`;
        verify(status === 400, `${shown} gets ${status}, not 400`, { check: "negative_data_rejection" });
      }
      if (target.lacks.answersWrongMethods !== undefined) return;
      const query = [...required, [name, invalidValues(api, parameter).at(-1) ?? ""] as const];
      await context.send({ ...request, method: "HEAD", query }, { status: 400 });
    },
  };
}

function refusesTwoValues(operation: Operation, parameter: Parameter): ContractCase {
  return {
    ...queryCase(operation, `refuses ${parameter.name} given twice`, ["listComputers#2"]),
    async run(context) {
      const request = await requestOnExisting(context, operation);
      const [first = "", second = first] = validValues(context.api, parameter);
      const pairs = [
        [first, first],
        [first, second],
        [first, ""],
        [first, "no-value-of-it"],
      ];
      for (const values of pairs) {
        const query = values.map((value) => [parameter.name, value] as const);
        await context.send({ ...request, query }, { status: 400 });
        // Other parameters in between do not hide the repetition.
        const parted = query.flatMap((pair) => [pair, ["unknown", "x"] as const]);
        await context.send({ ...request, query: parted }, { status: 400 });
      }
    },
  };
}

function ignoresOthers(operation: Operation, parameters: readonly Parameter[]): ContractCase {
  return {
    ...queryCase(operation, "ignores unknown query parameters", ["listComputers#2"]),
    checks: ["decided_behaviour"],
    needs: ["readsQueriesStrictly"],
    async run(context) {
      const request = await requestOnExisting(context, operation);
      const required = requiredQuery(operation, "");
      const status = successStatusesOf(operation);
      const respelt = parameters.flatMap(({ name }) => [
        name.toUpperCase(),
        `${name}[]`,
        ` ${name}`,
        name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`),
      ]);
      const properties = Object.values(context.api.schemas).flatMap((one) =>
        Object.keys(objectOf(one.properties)),
      );
      const usual = ["unknown", "constructor", "__proto__", "toString"];
      const paging = ["limit", "page", "offset", "cursor", "fields", "sort", "q"];
      const names = new Set([...usual, ...paging, ...properties]);
      const others = [...names, ...respelt].filter((name) => parameters.every((one) => one.name !== name));
      const sizeOf = async (query: [string, string][]) =>
        (await context.send({ ...request, query: [...required, ...query] }, { status })).text.length;
      let before = await sizeOf([]);
      for (const name of others) {
        const size = await sizeOf([[name, "1"]]);
        const after = await sizeOf([]);
        // A response that grows by itself tells nothing.
        verify(size === before || after !== before, `the unknown parameter ${name} changes the response`);
        before = after;
      }
      const many = Array.from({ length: 50 }, (_, index) => ["unknown", `\u{1F600}${index}`] as const);
      await context.send({ ...request, query: [...required, ...many] }, { status });
      const start = required.map((pair) => `${pair.map(encodeURIComponent).join("=")}&`).join("");
      await context.send({ ...request, rawQuery: `${start}&&=&%20=&unknown` }, { status });
      const [first = ""] = parameters.map(({ name }) => name);
      for (const rawQuery of [
        "%",
        "%zz",
        "%=1",
        "a=%",
        "a=%ff",
        "%ff=1",
        `${first}=%`,
        `${first}=%ff`,
        "?",
        "a=b=c",
      ]) {
        const wanted = { status: [...status, 400], mayBeIntercepted: true };
        await context.send({ ...request, rawQuery: start + rawQuery }, wanted);
      }
    },
  };
}

function namesEveryWrongOne(operation: Operation, parameters: readonly Parameter[]): ContractCase {
  return {
    ...queryCase(operation, "names every wrong query parameter in errors, and no other", [
      "InvalidQuery#1",
      "Violation",
    ]),
    needs: ["writesOwnProblems"],
    async run(context) {
      const request = await requestOnExisting(context, operation);
      const { api } = context;
      const refusable = parameters.filter((parameter) => invalidValues(api, parameter).length > 0);
      const namedBy = async (wrong: readonly Parameter[]) => {
        const query = refusable.map((parameter) => {
          const value = wrong.includes(parameter) ? "no-value-of-it" : validValues(api, parameter)[0];
          return [parameter.name, value ?? ""] as const;
        });
        const others = requiredQuery(operation, "").filter(([name]) =>
          refusable.every((parameter) => parameter.name !== name),
        );
        const { json } = await context.send({ ...request, query: [...others, ...query] }, { status: 400 });
        const { errors = [] } = json as { errors?: { parameter?: string }[] };
        const named = [...new Set(errors.map(({ parameter }) => parameter))].toSorted();
        const expected = wrong.map(({ name }) => name).toSorted();
        const isRight = named.join() === expected.join();
        verify(isRight, `errors names ${named.join(", ") || "nothing"}, not ${expected.join(" and ")}`);
      };
      await namedBy(refusable);
      for (const parameter of refusable) await namedBy([parameter]);
    },
  };
}
