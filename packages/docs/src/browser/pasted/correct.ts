import { createFakeService } from "@compute-host/client/testing";
import { bearer, type PastedProblem, type PastedRequest, readPasted, type Violation } from "./read-pasted.ts";

/** A request after corrections. */
export interface Corrected {
  readonly request: PastedRequest;
  /** What was changed, a sentence each. */
  readonly changes: readonly string[];
  /** The first problem: the one that was pasted, or the sandbox's. */
  readonly problem: PastedProblem | undefined;
  /** What breaks the schema, in the request as it was pasted. */
  readonly violations: readonly Violation[];
}

type Correction = (
  request: PastedRequest,
  problem: PastedProblem,
  allow: string,
) => Promise<string | undefined> | string | undefined;

/** Corrects a request until the sandbox inside the page has nothing against it but the state of its computers. */
export async function correct(pasted: PastedRequest, known: PastedProblem | undefined): Promise<Corrected> {
  const request = { ...pasted };
  const changes: string[] = [];
  const violations: Violation[] = [];
  let first = known;
  const change = known && (await byState[known.name]?.(request, known, ""));
  if (change) changes.push(change);
  for (let round = 0; round < 8; round++) {
    const { problem, allow } = await send(request);
    if (problem === undefined) break;
    first ??= problem;
    violations.push(...(problem.errors ?? []));
    const next = await byRequest[problem.name]?.(request, problem, allow);
    if (next === undefined) break;
    changes.push(next);
  }
  return { request, changes, problem: first, violations };
}

async function send({ method, target, headers, body, credentials }: PastedRequest) {
  const sent = new Headers(headers);
  for (const { name, value } of credentials) sent.set(name, value);
  const hasBody = body !== undefined && method !== "GET" && method !== "HEAD";
  // Each time a new one, because what is pasted must not change what a form shows.
  const response = await createFakeService().fetch(`http://sandbox.invalid${target}`, {
    method,
    headers: sent,
    ...(hasBody && { body }),
  });
  const { problem } = response.status >= 400 ? readPasted(await response.text()) : {};
  return { problem, allow: response.headers.get("allow") ?? "" };
}

/** Corrections of what is wrong with the request itself. */
const byRequest: Readonly<Record<string, Correction>> = {
  unauthenticated(request) {
    request.credentials = bearer;
    return "It has a token.";
  },
  "unsupported-media-type"(request) {
    request.headers = { ...request.headers, "content-type": "application/json" };
    return "The type of its body is JSON.";
  },
  "malformed-json"(request) {
    const text = request.body?.trim() || "{}";
    const better = text
      .replaceAll("'", '"')
      .replaceAll(/([{,]\s*)(\w+)\s*:/g, '$1"$2":')
      .replaceAll(/,(?=\s*[}\]])/g, "");
    if (better === request.body || !isJson(better)) return undefined;
    request.body = better;
    return "Its body is valid JSON.";
  },
  "malformed-url"(request) {
    request.target = request.target.replaceAll(/%(?![\da-f]{2})/gi, "%25");
    return "Its path is encoded.";
  },
  "not-found"(request) {
    const [path = "", ...query] = request.target.split("?");
    const rest = path
      .replaceAll(/\/{2,}/g, "/")
      .replace(/^(?:\/api)?(?:\/v0)?(?:\/api\/v0)?/, "")
      .replace(/\/$/, "");
    const better = [`/api/v0${rest}`, ...query].join("?");
    if (better === request.target) return undefined;
    request.target = better;
    return "Its path is one of the interface.";
  },
  "method-not-allowed"(request, _problem, allow) {
    const wanted = request.body === undefined ? ["GET", "POST"] : ["PATCH", "POST"];
    const method = wanted.find((one) => allow.includes(one));
    if (method === undefined || method === request.method || request.method === "DELETE") return undefined;
    request.method = method;
    if (method === "GET") request.body = undefined;
    return `Its method is ${method}.`;
  },
  async "invalid-request"(request, { errors = [] }) {
    const changes: string[] = [];
    for (const violation of errors) changes.push(await correctPlace(request, violation));
    return changes.join(" ") || undefined;
  },
};

/** Corrections that the response of a real service asks for. */
const byState: Readonly<Record<string, Correction>> = {
  "name-taken"(request) {
    Object.assign(request, withField(request, "name", `${String(listFields(request).name).slice(0, 60)}-2`));
    return "It has another name.";
  },
  "host-already-set": withoutHost,
  "host-taken": withoutHost,
  "expectation-failed"(request) {
    const { expect: _expect, ...headers } = request.headers;
    request.headers = headers;
    return "It has no Expect.";
  },
  "install-session-running": look,
  "earlier-step-not-completed": look,
  "internal-error": look,
};

function withoutHost(request: PastedRequest): string {
  Object.assign(request, withField(request, "hostId", undefined));
  return "It leaves the host as it is.";
}

function look(request: PastedRequest): string | undefined {
  if (request.method === "GET") return undefined;
  Object.assign(request, {
    method: "GET",
    body: undefined,
    headers: {},
    target: request.target.replace(/\/install-deps$/, ""),
  });
  return "Look at the computer before you repeat the change.";
}

/** Tries other values in the place of a violation, then leaves the place out. */
async function correctPlace(
  request: PastedRequest,
  { pointer, parameter, message }: Violation,
): Promise<string> {
  const name = parameter ?? pointer?.split("/")[1] ?? "";
  const withValue = parameter === undefined ? withField : withParameter;
  for (const value of parameter === undefined
    ? fieldValues(request, name, message)
    : parameterValues(request, name)) {
    const changed = withValue(request, name, value);
    const { problem } = await send({ ...request, ...changed });
    if (problem?.errors?.some((one) => one.pointer === pointer && one.parameter === parameter)) continue;
    Object.assign(request, changed);
    return `${name} is ${JSON.stringify(value)}.`;
  }
  Object.assign(request, withValue(request, name, undefined));
  return name === "" ? "Its body is an object." : `It leaves out ${name}.`;
}

function fieldValues(request: PastedRequest, name: string, message: string): string[] {
  const value = listFields(request)[name];
  if (value === null || value === undefined || typeof value === "object") return [];
  const most = /at most (\d+) char/.exec(message)?.[1];
  return most === undefined ? [String(value)] : [[...String(value)].slice(0, Number(most)).join("")];
}

function withField(request: PastedRequest, name: string, value: string | undefined): Partial<PastedRequest> {
  return { body: JSON.stringify({ ...listFields(request), [name]: value }) };
}

function parameterValues({ target }: PastedRequest, name: string): string[] {
  const value = new URLSearchParams(target.split("?")[1]).get(name)?.toLowerCase() ?? "";
  const words: Readonly<Record<string, string>> = { 1: "true", yes: "true", 0: "false", no: "false" };
  return [value, words[value] ?? []].flat();
}

function withParameter(
  { target }: PastedRequest,
  name: string,
  value: string | undefined,
): Partial<PastedRequest> {
  const [path = "", search = ""] = target.split("?");
  const query = new URLSearchParams(search);
  if (value === undefined) query.delete(name);
  else query.set(name, value);
  return { target: query.size === 0 ? path : `${path}?${query}` };
}

/** The fields of a body in JSON. */
export function listFields({ body = "" }: PastedRequest): Record<string, unknown> {
  return isJson(body) ? (JSON.parse(body) as Record<string, unknown>) : {};
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) instanceof Object;
  } catch {
    return false;
  }
}
