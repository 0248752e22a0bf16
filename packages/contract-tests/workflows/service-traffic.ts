import type { Address } from "./address.ts";
import type { HarRecorder, RecordedRequest } from "./har.ts";

/** The computers for the requests, by purpose. */
export interface Fixtures {
  /** Can be renamed, and has no host yet. */
  readonly changeable: string;
  /** Linked to {@link Fixtures.takenHost} and named {@link Fixtures.takenName}. */
  readonly takenName: string;
  readonly takenHost: string;
  /** Its install-dependencies step has failed, and a retry takes long. */
  readonly retryable: string;
}

/** A request and its expected status. */
export interface TrafficRequest {
  readonly operationId: string;
  /** The status as named in the description. */
  readonly status: string;
  readonly request: Omit<RecordedRequest, "url"> & { readonly path: string };
}

/** Tokens of the same owner, except the last one, which is invalid. */
export interface Tokens {
  readonly usual: string;
  /** The token whose rate limit the requests exceed. */
  readonly exhaustible: string;
  readonly unknown: string;
}

const list = "/api/v0/computers";
const host = "5b0e4f7a-1c2d-4e3f-8a9b-0c1d2e3f4a5b";
const missing = `${list}/cmp_missing`;
const json = { "content-type": "application/json" };
const update = (body: unknown) => ({ method: "PATCH", headers: json, body: JSON.stringify(body) });

/**
 * Returns requests for every response that a service can be made to return, in an order that works on a new
 * service.
 */
export function requestsOf({ changeable, takenName, takenHost, retryable }: Fixtures): TrafficRequest[] {
  const computer = `${list}/${changeable}`;
  const retry = `${list}/${retryable}/install-deps`;
  const everything = { name: "renamed", hostId: host, remoteUser: "deploy" };
  return [
    of("listComputers", "200", { method: "GET", path: `${list}?includeProvisioningSteps=true` }),
    of("listComputers", "200", { method: "GET", path: `${list}?hostId=${takenHost}` }),
    of("listComputers", "400", { method: "GET", path: `${list}?hostId=no-uuid` }),
    of("getComputer", "200", { method: "GET", path: computer }),
    of("getComputer", "200", { method: "GET", path: `${list}/${retryable}` }),
    of("getComputer", "404", { method: "GET", path: missing }),
    of("updateComputer", "200", { ...update(everything), path: computer }),
    of("updateComputer", "200", { ...update({}), path: `${list}/${retryable}` }),
    of("updateComputer", "400", { ...update({ name: "" }), path: computer }),
    of("updateComputer", "404", { ...update({}), path: missing }),
    of("updateComputer", "409", { ...update({ name: takenName }), path: computer }),
    of("updateComputer", "413", { ...update({ name: "x".repeat(70_000) }), path: computer }),
    of("updateComputer", "415", {
      method: "PATCH",
      headers: { "content-type": "text/plain" },
      body: "x",
      path: computer,
    }),
    of("retryInstallDeps", "202", { method: "POST", path: retry }),
    of("retryInstallDeps", "409", { method: "POST", path: retry }),
    of("retryInstallDeps", "404", { method: "POST", path: `${missing}/install-deps` }),
    ...onEveryOperation(computer, retry),
  ];
}

/** Returns requests for responses that all operations share: 401, a header that is too large, and the rate limit. */
function onEveryOperation(computer: string, retry: string): TrafficRequest[] {
  const operations: [operationId: string, request: TrafficRequest["request"]][] = [
    ["listComputers", { method: "GET", path: list }],
    ["getComputer", { method: "GET", path: computer }],
    ["updateComputer", { ...update({}), path: computer }],
    ["retryInstallDeps", { method: "POST", path: retry }],
  ];
  return operations.flatMap(([operationId, request]) => [
    of(operationId, "401", request),
    of(operationId, "default", {
      ...request,
      headers: { ...request.headers, "x-padding": "x".repeat(32_000) },
    }),
    of(operationId, "429", request),
  ]);
}

function of(operationId: string, status: string, request: TrafficRequest["request"]): TrafficRequest {
  return { operationId, status, request };
}

/**
 * Sends every request.
 * @param limit the number of requests per token before the rate limit refuses it
 * @returns the requests that got a different status
 */
export async function recordServiceTraffic(
  recorder: HarRecorder,
  { baseUrl }: Pick<Address, "baseUrl">,
  {
    tokens,
    fixtures,
    limit,
  }: { readonly tokens: Tokens; readonly fixtures: Fixtures; readonly limit: number },
): Promise<string[]> {
  const surprises: string[] = [];
  for (let sent = 0; sent < limit; sent += 1) {
    await recorder.send({ method: "GET", url: `${baseUrl}${list}`, headers: bearer(tokens.exhaustible) });
  }
  for (const { operationId, status, request } of requestsOf(fixtures)) {
    const { [status]: token = tokens.usual } = { "401": tokens.unknown, "429": tokens.exhaustible };
    const { path, ...rest } = request;
    const headers = { ...bearer(token), ...rest.headers };
    const response = await recorder.send({ ...rest, url: `${baseUrl}${path}`, headers });
    const expected = status === "default" ? "431" : status;
    if (String(response.status) !== expected) {
      surprises.push(`${operationId} ${expected}: ${response.status} ${response.body.slice(0, 200)}`);
    }
  }
  return surprises;
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
