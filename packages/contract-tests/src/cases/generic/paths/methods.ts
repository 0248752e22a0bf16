import type { Operation } from "@compute-host/openapi";
import { type ContractRequest, type Exchange, requestUrl } from "../../../http/exchange.ts";
import type { ContractApi } from "../../../openapi/contract-api.ts";
import { differsAlways } from "../../by-chance.ts";
import { changeablePath, existingPath, missingId } from "../../computers/computer-fixtures.ts";
import { type CaseContext, type ContractCase, verify } from "../../contract-case.ts";
import { isSafe, requestOnExisting, requestOnMissing } from "../plain-request.ts";

const commonMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Every path refuses methods that it does not support, and responds to HEAD as to GET. */
export function methodCases({ operations }: ContractApi): ContractCase[] {
  const byPath = [...Map.groupBy(operations, ({ path }) => path).values()];
  return [...byPath.map(refusesOtherMethods), ...operations.filter(isSafe).map(respondsToHead)];
}

function refusesOtherMethods(own: readonly Operation[]): ContractCase {
  const [operation] = own as [Operation];
  const supported = own.map(({ method }) => String(method));
  return {
    title: `${operation.path} refuses other methods with 405 and names its own in Allow`,
    theme: "methods and paths",
    operationId: operation.operationId,
    checks: ["unsupported_method", "allow_header_conformance"],
    needs: ["answersWrongMethods"],
    rules: ["methods-and-redirects#1", "Allow#1", "OtherError#1", "errors#5", "OtherError"],
    async run(context) {
      await refusesTrace(context, operation);
      const refused = commonMethods.filter((method) => !supported.includes(method));
      const lacked = supported.includes("GET") ? refused : [...refused, "HEAD"];
      const overridden = refused.includes("POST") ? supported.flatMap(overridesOf) : [];
      for (const { method, ...override } of [...lacked.map((name) => ({ method: name })), ...overridden]) {
        const request = await requestByMethod(context, operation, method);
        if (request === undefined) continue;
        const { status, headers } = await context.send({ ...request, ...override, method });
        // Services may check for the record or for the method first.
        if (status === 404 && Object.values(request.path ?? {}).includes(missingId)) continue;
        verify(status === 405, "errors#5", `${method} gets ${status}, not 405`, {
          check: "unsupported_method",
        });
        const allow = (headers.get("allow") ?? "").split(",").map((name) => name.trim());
        const lacking = supported.filter((name) => !allow.includes(name));
        const shown = allow.join(", ") || "nothing";
        const detail = { check: "allow_header_conformance" } as const;
        verify(
          lacking.length === 0,
          "methods-and-redirects#1",
          `Allow names ${shown}, but not ${lacking.join(", ")}`,
          detail,
        );
        const wrong = refused.filter((name) => allow.includes(name));
        verify(wrong.length === 0, "Allow#1", `Allow names ${wrong.join(", ")}, which is refused`, detail);
      }
    },
  };
}

/** Returns the ways in which some stacks let a POST stand for another method. */
function overridesOf(supported: string): (Pick<ContractRequest, "headers" | "query"> & { method: string })[] {
  const names = ["x-http-method-override", "x-http-method", "x-method-override"];
  return [
    ...names.map((name) => ({ method: "POST", headers: { [name]: supported } })),
    { method: "POST", query: [["_method", supported]] },
  ];
}

/** TRACE would echo the credentials (RFC 9110, section 9.3.8), so it is only sent with bad ones. */
async function refusesTrace(context: CaseContext, operation: Operation): Promise<void> {
  if (context.target.lacks.hasSocket !== undefined) return;
  const url = requestUrl(requestOnMissing(operation));
  const headers = { authorization: "Bearer nobody" };
  const { status } = await context.sendRaw({ method: "TRACE", url, operation, headers });
  verify(status === 0 || status >= 400, "errors#5", `TRACE gets ${status}, not 405`, {
    check: "unsupported_method",
  });
}

/** Uses no record, or one that may be changed permanently, because a wrong service may accept the method. */
async function requestByMethod(
  context: CaseContext,
  operation: Operation,
  method: string,
): Promise<ContractRequest | undefined> {
  const { isDisposable, mayChange } = context.target.lacks;
  const isExpendable = isDisposable === undefined && mayChange === undefined;
  const hasPath = operation.path.includes("{");
  if (hasPath && method === "GET") return { operation, path: await existingPath(context, operation) };
  if (hasPath && isExpendable) return { operation, path: await changeablePath(context, operation) };
  // The collection contains real records, so DELETE and PUT only go to a target that may be changed permanently.
  if (!hasPath && ["DELETE", "PUT"].includes(method) && !isExpendable) return undefined;
  const { json: _json, ...request } = requestOnMissing(operation);
  return request;
}

/**
 * Names the first header field in which HEAD differs from GET; others, such as Date and the request ID, differ by
 * response.
 */
function headDifference(head: Exchange, get: Exchange): string | undefined {
  for (const name of ["content-type", "content-encoding", "content-length"]) {
    const [said, expected] = [head, get].map(({ headers }) => headers.get(name));
    // Either may be sent in chunks, without a length.
    const isOmitted = name === "content-length" && (!said || !expected);
    if (said !== expected && !isOmitted) return `HEAD has ${name} ${said}, GET ${expected}`;
  }
  return undefined;
}

/** Compares HEAD with GET, unless the representation changes by itself. */
async function respondsAsToGet(context: CaseContext, request: ContractRequest): Promise<void> {
  let get = await context.send(request, { status: 200 });
  let difference: string | undefined;
  const differs = async () => {
    const head = await context.send({ ...request, method: "HEAD" }, { status: 200 });
    difference = headDifference(head, get);
    if (difference === undefined) return false;
    const next = await context.send(request, { status: 200 });
    const isSteady = headDifference(next, get) === undefined;
    get = next;
    return isSteady;
  };
  verify(!(await differsAlways(differs)), "methods-and-redirects#1", `${difference}`);
}

function respondsToHead(operation: Operation): ContractCase {
  return {
    title: `${operation.operationId} responds to HEAD as to GET, without a body`,
    theme: "methods and paths",
    operationId: operation.operationId,
    checks: ["decided_behaviour"],
    rules: ["methods-and-redirects#1"],
    needs: ["answersWrongMethods"],
    async run(context) {
      const request = await requestOnExisting(context, operation);
      await respondsAsToGet(context, request);
      if (operation.path.includes("{"))
        await context.send({ ...requestOnMissing(operation), method: "HEAD" }, { status: 404 });
      if (context.target.lacks.hasSocket !== undefined) return;
      const raw = { method: "HEAD", url: requestUrl(request), operation, isAuthenticated: true };
      const { text } = await context.sendRaw(raw);
      verify(
        text === "",
        "methods-and-redirects#1",
        `HEAD gets a body of ${text.length} bytes: ${text.slice(0, 80)}`,
      );
    },
  };
}
