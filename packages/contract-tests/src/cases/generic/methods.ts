import type { Operation } from "@compute-host/openapi";
import { type ContractRequest, type Exchange, requestUrl } from "../../http/exchange.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import { type CaseContext, type ContractCase, verify } from "../contract-case.ts";
import { requestOnExisting, requestOnMissing, successStatusesOf } from "./plain-request.ts";

const commonMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Every path refuses methods that it does not support, and responds to HEAD as to GET. */
export function methodCases(api: ContractApi): ContractCase[] {
  const firsts = api.operations.filter(
    ({ path }, index) => api.operations.findIndex((operation) => operation.path === path) === index,
  );
  const refusals = firsts.map((first) => refusesOtherMethods(api, first));
  return [...refusals, ...api.operations.filter(({ method }) => method === "GET").flatMap(headCases)];
}

function refusesOtherMethods({ operations }: ContractApi, operation: Operation): ContractCase {
  const own = operations.filter(({ path }) => path === operation.path);
  const supported = own.map(({ method }) => String(method));
  return {
    title: `${operation.path} refuses other methods with 405 and names its own in Allow`,
    theme: "methods and paths",
    operationId: operation.operationId,
    checks: ["unsupported_method", "allow_header_conformance"],
    needs: ["answersWrongMethods"],
    rules: ["methods-and-redirects#1", "Allow#1", "OtherError#1", "errors#5", "OtherError"],
    async run(context) {
      // A service may find another path that matches the same URL (OpenAPI 3.1, section 4.8.8).
      const others = operations.filter((other) => alsoMatches(other.path, operation.path));
      const taken = [...supported, ...others.map(({ method }) => String(method))];
      const refused = commonMethods.filter((method) => !taken.includes(method));
      await refusesTrace(context, operation);
      const isHeadRefused = !taken.includes("GET") && !taken.includes("HEAD");
      for (const method of [...refused, ...(isHeadRefused ? ["HEAD"] : [])]) {
        for (const request of await requestsByMethod(context, operation, method)) {
          const { status, headers } = await context.send({ ...request, method });
          // Services may check for the record or for the method first.
          const isFree =
            status === 404 &&
            request.path?.[Object.keys(request.path)[0] ?? ""] === missingId(context, operation);
          if (isFree) continue;
          verify(status === 405, `${method} gets ${status}, not 405`, { check: "unsupported_method" });
          const allow = (headers.get("allow") ?? "").split(",").map((name) => name.trim());
          const lacking = supported.filter((name) => !allow.includes(name));
          const shown = allow.join(", ") || "nothing";
          const detail = { check: "allow_header_conformance" } as const;
          verify(lacking.length === 0, `Allow names ${shown}, but not ${lacking.join(", ")}`, detail);
          const wrong = refused.filter((name) => allow.includes(name));
          verify(wrong.length === 0, `Allow names ${wrong.join(", ")}, which is refused`, detail);
        }
      }
    },
  };
}

/** TRACE would echo the credentials (RFC 9110, section 9.3.8), so it is only sent with bad ones. */
async function refusesTrace(context: CaseContext, operation: Operation): Promise<void> {
  if (context.target.lacks.hasSocket !== undefined) return;
  const url = requestUrl({ ...requestOnMissing(context, operation), query: [] });
  const headers = { authorization: "Bearer nobody" };
  const { status } = await context.sendRaw({ method: "TRACE", url, operation, headers });
  verify(status === 0 || status >= 400, `TRACE gets ${status}, not 405`, { check: "unsupported_method" });
}

/** Whether a template also matches URLs of another one. */
export function alsoMatches(template: string, path: string): boolean {
  const source = template.replaceAll(/\{[^}]*\}|[^\w/]/g, (part) =>
    part.startsWith("{") ? "[^/]+" : `\\${part}`,
  );
  return new RegExp(`^${source}$`).test(path);
}

/** Uses no record, or one that may be changed permanently, because a wrong service may accept the method. */
async function requestsByMethod(context: CaseContext, operation: Operation, method: string) {
  const { target, fixtures } = context;
  const isExpendable = target.lacks.isDisposable === undefined && target.lacks.mayChange === undefined;
  const hasPath = operation.path.includes("{");
  if (hasPath && (method === "GET" || isExpendable)) {
    const path =
      method === "GET"
        ? await fixtures.existing(context, operation)
        : await fixtures.changeable(context, operation);
    return [{ operation, path }];
  }
  // A collection contains real records, so DELETE and PUT only go to a target that may be changed permanently.
  if (!hasPath && ["DELETE", "PUT"].includes(method) && !isExpendable) return [];
  const {
    json: _json,
    rawBody: _rawBody,
    contentType: _type,
    ...request
  } = requestOnMissing(context, operation);
  return [request];
}

function missingId({ fixtures }: CaseContext, operation: Operation): string | undefined {
  return Object.values(fixtures.missing(operation))[0];
}

/** The header fields that HEAD and GET share; others, such as Date and the request ID, differ by response. */
const sharedHeaders = ["content-type", "content-encoding"];

/** Names the first header field in which HEAD differs from GET. */
function headDifference(head: Exchange, get: Exchange): string | undefined {
  for (const name of [...sharedHeaders, "content-length"]) {
    const [said, expected] = [head, get].map(({ headers }) => headers.get(name));
    // Either may be sent in chunks, without a length.
    const isOmitted = name === "content-length" && (!said || !expected);
    if (said !== expected && !isOmitted) return `HEAD has ${name} ${said}, GET ${expected}`;
  }
  return undefined;
}

/** Compares HEAD with GET, unless the representation changes by itself between every two requests. */
async function respondsAsToGet(context: CaseContext, request: ContractRequest): Promise<void> {
  let get = await context.send(request, { status: successStatusesOf(request.operation) });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const head = await context.send({ ...request, method: "HEAD" }, { status: get.status });
    const difference = headDifference(head, get);
    if (difference === undefined) return;
    const next = await context.send(request, { status: get.status });
    verify(next.text !== get.text, difference);
    get = next;
  }
}

function headCases(operation: Operation): ContractCase[] {
  const common = {
    theme: "methods and paths",
    operationId: operation.operationId,
    checks: ["decided_behaviour"],
    rules: ["methods-and-redirects#1"],
  } as const;
  return [
    {
      ...common,
      title: `${operation.operationId} responds to HEAD as to GET`,
      needs: ["answersWrongMethods"],
      async run(context) {
        const request = await requestOnExisting(context, operation);
        await respondsAsToGet(context, request);
        if (!operation.path.includes("{")) return;
        await context.send({ ...requestOnMissing(context, operation), method: "HEAD" }, { status: 404 });
      },
    },
    {
      ...common,
      title: `${operation.operationId} sends no body with HEAD`,
      needs: ["answersWrongMethods", "hasSocket"],
      async run(context) {
        const request = await requestOnExisting(context, operation);
        const { headers = {} } = request;
        const url = requestUrl(request);
        const head = await context.sendRaw({
          method: "HEAD",
          url,
          headers,
          operation,
          isAuthenticated: true,
        });
        verify(successStatusesOf(operation).includes(head.status), `HEAD gets ${head.status}, not a success`);
        verify(head.text === "", `HEAD gets a body of ${head.text.length} bytes: ${head.text.slice(0, 80)}`);
      },
    },
  ];
}
