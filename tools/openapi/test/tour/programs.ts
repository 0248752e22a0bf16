/** A call of an operation, and the reply to it. */
export interface Stop {
  readonly operationId: string;
  /** In TypeScript, on the client. */
  readonly call: string;
  /** The reply of the service's handler, in TypeScript. */
  readonly answer: string;
}

/** The calls of all stops, as a module of the client's sources, so that the compiler checks them. */
export function callsSource(stops: readonly Stop[]): string {
  const calls = stops.map(
    ({ operationId, call }) => `  ${operationId}: (client: ComputeHostClient) => client.${call},\n`,
  );
  return `import type { ApiCall } from "./sending/call.ts";
import type { ComputeHostClient } from "./client.ts";
import { type ForbiddenError, isForbiddenError } from "./index.ts";
/** The tour documents a status that our description lacks. */
export const isForbidden: (error: unknown) => error is ForbiddenError = isForbiddenError;
const typedCalls = {
${calls.join("")}};
export const calls: Readonly<Record<string, (client: ComputeHostClient) => ApiCall<unknown>>> = typedCalls;
`;
}

/** The handlers of all stops, as a module of the service's sources, so that the compiler checks them. */
export function handlersSource(stops: readonly Stop[]): string {
  const handlers = stops.map(
    ({ operationId, answer }) =>
      `  ${operationId}: async (call) => (reads("${operationId}", call), ${answer}),\n`,
  );
  return `import { jsonText, type OperationHandlers } from "@compute-host/core";
type TourHandlers = Omit<OperationHandlers, "listComputers" | "getComputer" | "updateComputer" | "retryInstallDeps">;
/** What the handlers were called with, by operationId. */
export const read = new Map<string, object>();
const reads = (operationId: string, call: object) => read.set(operationId, call);
export const tourHandlers: TourHandlers = {
${handlers.join("")}};
`;
}

/** Calls every operation of the service's HTTP layer with the client, and prints what each saw. */
export const callAll = `
import { createClient } from "../client/src/index.ts";
import { calls } from "../client/src/tour-calls.ts";
import { createHttpServer } from "./src/http/http-server.ts";
import { tourHandlers, read } from "./src/http/tour-handlers.ts";
import { silentLogger } from "./src/observability/logger.ts";
const none = async () => undefined;
const authenticator = { authenticate: async () => ({ ownerId: "o", credentialId: "c" }) };
const ours = { listComputers: none, getComputer: none, updateComputer: none, retryInstallDeps: none };
const handlers = { ...tourHandlers, ...ours };
const { http } = await createHttpServer({ handlers, authenticator, logger: silentLogger });
const baseUrl = await http.listen({ host: "127.0.0.1", port: 0 });
let sent, notices;
async function record(url, init) {
  const request = new Request(url, init);
  const isToken = (name, value) => name === "authorization" && value === "Bearer token";
  const own = ([name, value]) => !["user-agent", "accept"].includes(name) && !isToken(name, value);
  const fields = [...request.headers].filter(own);
  if (!request.headers.has("authorization")) fields.push(["authorization", "none"]);
  const { pathname, search } = new URL(url);
  const head = [request.method + " " + pathname + search, ...fields.sort().map((field) => field.join(": "))];
  sent = [...head, await request.text()].filter(Boolean).join("\\n");
  const response = await fetch(url, init);
  notices = ["deprecation", "sunset"].map((name) => response.headers.get(name)).filter((value) => value !== null);
  return response;
}
const client = createClient({ baseUrl, token: "token", fetch: record });
for (const [operationId, call] of Object.entries(calls)) {
  const result = await call(client).withResponse().then(
    ({ status, data }) => ({ status, data }),
    (error) => ({ error: error.message }),
  );
  console.log(JSON.stringify([operationId, { ...result, sent, read: read.get(operationId), notices }]));
}
await http.close();
`;

/** A program of today: it calls each method, with and without options. */
export const earlierProgram = `
import { createClient, waitUntilSettled } from "@compute-host/client";
const { computers } = createClient();
const options = { timeoutMs: 60_000, headers: { "x-a": "b" } };
const [first] = (await computers.list(options)).computers;
await computers.list();
await computers.list({ includeProvisioningSteps: true, ...options });
await computers.get(first?.id ?? "", options);
await computers.update(first?.id ?? "", { remoteUser: "a" }, options);
await computers.retryInstallDeps("cmp_01k9x3d5t1", options);
await waitUntilSettled({ computers }, "cmp_01k9wz6y0p", options);
`;

/** Runs it, as a module among the client's examples, against the fake, and prints what it sends. */
export const runEarlier = `
import { createFakeService } from "./src/testing/index.ts";
Object.assign(process.env, { COMPUTE_HOST_URL: "http://fake.test", COMPUTE_HOST_TOKEN: "key" });
const service = createFakeService();
globalThis.fetch = async (url, init) => {
  const request = new Request(url, init);
  const fields = [...request.headers].filter(([name]) => name !== "user-agent");
  console.log(JSON.stringify([request.method, url, fields, await request.text()]));
  return service.fetch(url, init);
};
await import("./examples/earlier.ts");
`;
