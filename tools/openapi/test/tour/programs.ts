import type { Stop } from "./tour.ts";

const options = {
  token: "token",
  credentials: {
    adminKey: "admin-key",
    queryKey: "query-key",
    basicAuth: { username: "user", password: "pass" },
  },
};

/** The calls of all stops, as a module of the client's sources, so that the compiler checks them. */
export function callsSource(stops: readonly Stop[]): string {
  const calls = stops.map(({ operationId, call }) => {
    const member = call.startsWith("[") ? call : `.${call}`;
    return `  [${JSON.stringify(operationId)}]: (client: ComputeHostClient) => client${member},\n`;
  });
  return `import type { ApiCall } from "./call.ts";
import type { ComputeHostClient } from "./client.ts";
const typedCalls = {
${calls.join("")}};
export const calls: Readonly<Record<string, (client: ComputeHostClient) => ApiCall<unknown>>> = typedCalls;
`;
}

/** The calls of some stops by path, as {@link callsSource} has those by method. */
export function callsByPathSource(stops: readonly Stop[]): string {
  const calls = stops.map(
    ({ operationId, callByPath }) =>
      `  [${JSON.stringify(operationId)}, (client: OpenApiFetchClient) => client.${callByPath}],\n`,
  );
  return `import type { OpenApiFetchClient } from "./openapi-fetch.ts";
export const callsByPath: readonly (readonly [string, (client: OpenApiFetchClient) => Promise<unknown>])[] = [
${calls.join("")}];
`;
}

/** Prints the operationId, and what the client made of each call. */
const callAll = `
const shown = async (value) => {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return value;
};
async function callAll(client, sentBy = () => undefined) {
  for (const [operationId, call] of Object.entries(calls)) {
    const result = await call(client).withResponse().then(
      async ({ status, data }) => ({ status, data: await shown(data) }),
      (error) => ({ error: error.message }),
    );
    console.log(JSON.stringify([operationId, { sent: sentBy(operationId), ...result }]));
  }
}
`;

/** Calls every operation of a recorder that answers with its example, or of the fake. */
export function clientProgram(stops: readonly Stop[], target: "recorder" | "fake"): string {
  const answers = Object.fromEntries(stops.map(({ operationId, ...stop }) => [operationId, stop]));
  return `
import { createClient } from "./src/index.ts";
import { accept } from "./src/requests.gen.ts";
import { calls } from "./src/tour-calls.ts";
import { createFakeService } from "./src/testing/index.ts";
${callAll}
const answers = JSON.parse(${JSON.stringify(JSON.stringify(answers))});
const sent = new Map();
let current;
const hooks = { onRequest({ operationId }) { current = operationId; } };
async function record(url, init) {
  const request = new Request(url, init);
  const { pathname, search } = new URL(url);
  const fields = [...request.headers].filter(([name, value]) =>
    name !== "user-agent" && !(name === "accept" && value === accept) && !(name === "authorization" && value === "Bearer token"));
  if (!request.headers.has("authorization")) fields.push(["authorization", "none"]);
  const body = await request.text();
  const lines = [request.method + " " + pathname + search, ...fields.map((field) => field.join(": ")), ...(body === "" ? [] : [body.trim()])];
  sent.set(current, lines.join("\\n"));
  const { status, mediaType, body: text } = answers[current];
  return new Response(text ?? null, { status, headers: mediaType ? { "content-type": mediaType } : {} });
}
const fetch = ${target === "fake" ? "createFakeService().fetch" : "record"};
const client = createClient({ baseUrl: "http://service.test", ...${JSON.stringify(options)}, fetch, hooks });
await callAll(client, (operationId) => sent.get(operationId));
`;
}

/** Prints what some calls by path send: the request line, the media type, and the body. */
export function byPathProgram(): string {
  return `
import { createClient } from "./src/openapi-fetch.ts";
import { callsByPath } from "./src/tour-calls-by-path.ts";
let sent;
async function fetch(url, init) {
  const request = new Request(url, init);
  const type = request.headers.get("content-type");
  const { pathname, search } = new URL(url);
  const lines = [request.method + " " + pathname + search, type, (await request.text()).trim()];
  sent = lines.filter(Boolean).join("\\n");
  return new Response(null, { status: 204 });
}
const client = createClient({ baseUrl: "http://service.test", token: "token", fetch });
for (const [operationId, call] of callsByPath) {
  sent = undefined;
  await call(client).catch(() => undefined);
  console.log(JSON.stringify([operationId, { sent }]));
}
`;
}

/** Calls every operation of Prism. */
export function mockProgram(stops: readonly Stop[]): string {
  const skipped = stops.filter(({ prismDefect }) => prismDefect !== undefined);
  return `
import { readApi } from "@compute-host/openapi";
import { createClient } from "../client/src/index.ts";
import { calls as all } from "../client/src/tour-calls.ts";
import { startPrismTarget } from "./test/targets/prism-target.ts";
${callAll}
const calls = { ...all };
for (const operationId of ${JSON.stringify(skipped.map(({ operationId }) => operationId))}) delete calls[operationId];
const target = await startPrismTarget(await readApi("../../spec/openapi.yaml"));
const client = createClient({ baseUrl: target.baseUrl, ...${JSON.stringify(options)} });
await callAll(client);
await target.close();
`;
}

/** The handlers of all stops, as a module of the service's sources, so that the compiler checks them. */
export function handlersSource(stops: readonly Stop[]): string {
  const handlers = stops.map(({ operationId, answer, body }) => {
    const reply = answer ?? (body === undefined ? "undefined" : JSON.stringify(body));
    return `  [${JSON.stringify(operationId)}]: (call) => (reads(${JSON.stringify(operationId)}, call), ${reply}),\n`;
  });
  return `import type { OperationHandlers } from "./operation-types.ts";
type TourHandlers = Omit<OperationHandlers, "listComputers" | "getComputer" | "updateComputer" | "retryInstallDeps">;
/** What the handlers were called with, by operationId. */
export const read = new Map<string, object>();
const reads = (operationId: string, call: object) => read.set(operationId, call);
export const tourHandlers: TourHandlers = {
${handlers.join("")}};
`;
}

/** Sends a request with a read-only property to the fake or the service, and prints the status and the errors of the response. */
export function readOnlyProgram(target: "fake" | "service"): string {
  const startFake = `
import { createFakeService } from "./src/testing/index.ts";
const { fetch: send } = createFakeService();
const baseUrl = "http://service.test";
const close = () => undefined;
`;
  return `${target === "fake" ? startFake : startService}
const response = await ${target === "fake" ? "send" : "fetch"}(baseUrl + "/tour/json", {
  method: "POST",
  headers: { "content-type": "application/json", authorization: "Bearer token" },
  body: JSON.stringify({ id: "mine", name: "a", secret: "zzz" }),
});
console.log(JSON.stringify([response.status, (await response.json()).errors]));
await close();
`;
}

/** Starts the service's HTTP layer, with every credential accepted. */
const startService = `
import { createHttpServer } from "./src/http/http-server.ts";
import { read, tourHandlers } from "./src/http/tour-handlers.ts";
import { securitySchemes } from "./src/openapi/operations.gen.ts";
import { silentLogger } from "./src/observability/logger.ts";
const none = () => undefined;
const anyone = { authenticate: () => ({ ownerId: "o", credentialId: "c" }) };
const authenticators = Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, anyone]));
const handlers = { ...tourHandlers, listComputers: none, getComputer: none, updateComputer: none, retryInstallDeps: none };
const { http } = await createHttpServer({ handlers, authenticators, logger: silentLogger });
const baseUrl = await http.listen({ host: "127.0.0.1", port: 0 });
const close = () => http.close();
`;

/** Calls every operation of the service's HTTP layer. */
export function serviceProgram(): string {
  return `
import { createClient } from "../client/src/index.ts";
import { calls } from "../client/src/tour-calls.ts";
${startService}
const plain = async (value) => {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Blob) return value.text();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = await Promise.all(Object.entries(value).map(async ([key, item]) => [key, await plain(item)]));
  return Object.fromEntries(entries);
};
let notices = [];
const onResponse = ({ responseHeaders }) => {
  notices = ["deprecation", "sunset"].map((name) => responseHeaders.get(name)).filter((value) => value !== null);
};
const client = createClient({ baseUrl, hooks: { onResponse }, ...${JSON.stringify(options)} });
for (const [operationId, call] of Object.entries(calls)) {
  const result = await call(client).withResponse().then(
    async ({ status, data }) => ({ status, data: await plain(data), ...(notices.length > 0 && { notices }) }),
    (error) => ({ error: error.message }),
  );
  console.log(JSON.stringify([operationId, { read: await plain(read.get(operationId)), ...result }]));
}
await close();
`;
}
