import type { ApiSpec } from "../spec/api-spec.ts";
import type { Operation } from "../spec/operations.ts";
import { type ContractCase, verify } from "./contract-case.ts";
import { validRequest } from "./valid-request.ts";

const commonMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Every path refuses the methods that it does not support, answers HEAD like GET, and knows no other path. */
export function methodCases(spec: ApiSpec): ContractCase[] {
  const operationsByPath = Map.groupBy(spec.operations, (operation) => operation.path);
  const perPath = [...operationsByPath.values()].flatMap((operations) => {
    const supported = operations.map((operation) => operation.method);
    return commonMethods
      .filter((method) => !supported.includes(method))
      .map((method) => unsupportedMethod(operations[0] as Operation, method, supported));
  });
  const heads = spec.operations.filter((operation) => operation.method === "GET").map(headOfGet);
  return [...perPath, ...heads, unknownPath(spec)];
}

function unsupportedMethod(operation: Operation, method: string, supported: readonly string[]): ContractCase {
  return {
    title: `${operation.path} refuses ${method} and names its methods in Allow`,
    operationId: operation.operationId,
    checks: ["unsupported_method", "allow_header_conformance"],
    needs: ["answersWrongMethods"],
    async run(context) {
      const { status, headers } = await context.send({
        ...validRequest(context, operation),
        json: undefined,
        method,
      });
      verify("unsupported_method", status === 405, `${method} is answered with ${status}, not 405`);
      const allow = (headers.get("allow") ?? "").split(",").map((name) => name.trim().toUpperCase());
      const expected = supported.includes("GET") ? [...supported, "HEAD"] : supported;
      verify(
        "allow_header_conformance",
        allow.toSorted().join() === expected.toSorted().join(),
        `Allow names ${allow.join(", ") || "nothing"}, not ${expected.join(", ")}`,
      );
    },
  };
}

function headOfGet(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} answers HEAD like GET, without a body`,
    operationId: operation.operationId,
    checks: ["decided_behaviour"],
    needs: ["answersWrongMethods"],
    missingData: ({ computers }) => (computers.length > 0 ? undefined : "the owner has no computer"),
    async run(context) {
      const request = validRequest(context, operation);
      const get = await context.send(request, { status: 200 });
      const head = await context.send({ ...request, method: "HEAD" }, { status: 200 });
      verify("decided_behaviour", head.text === "", "HEAD is answered with a body");
      const [type, expected] = [head, get].map(({ headers }) => headers.get("content-type"));
      verify("decided_behaviour", type === expected, `HEAD has the content type ${type}, GET ${expected}`);
    },
  };
}

function unknownPath(spec: ApiSpec): ContractCase {
  const operation = spec.operations[0] as Operation;
  return {
    title: "a path that the interface does not have is answered with a problem",
    operationId: operation.operationId,
    checks: ["status_code_conformance"],
    needs: ["writesOwnProblems"],
    async run({ send }) {
      const responses = operation.responses.filter(({ status }) => status === "default");
      const nowhere: Operation = { ...operation, path: "/api/v0/no-such-path", responses };
      await send({ operation: nowhere }, { status: 404 });
    },
  };
}
