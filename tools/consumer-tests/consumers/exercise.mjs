/**
 * Uses the package like every consumer: list, get, update and an error with the client, calls by path and a query
 * with the openapi-fetch client, and a validated list, an abort and a wait with the fake service. Uses nothing that a runtime may lack.
 * Returns the version of the runtime.
 */
export async function exercise({ client, openApiFetch, queries, schemas, testing }, options = {}) {
  const { computers } = client.createClient(options);
  const list = await computers.list({ includeProvisioningSteps: true });
  const { id } = list.computers[0];
  const { data, requestId, attempts } = await computers.get(id).withResponse();
  check("get", data.id === id && requestId.length > 0 && attempts === 1);
  const updated = await computers.update(id, { remoteUser: "consumer" });
  check("update", updated.remoteUser === "consumer");
  const error = await computers.get("cmp_unknown").catch((reason) => reason);
  check("the class of an error", error instanceof client.NotFoundError && error instanceof client.ApiError);
  check("an error", error.name === "NotFoundError" && error.status === 404 && error.problem.title !== "");

  const api = openApiFetch.createClient(options);
  api.use({ onRequest: ({ request }) => request.headers.set("x-consumer", "1") });
  const get = (computerId) => api.GET("/api/v0/computers/{computerId}", { params: { path: { computerId } } });
  check("a call by path", (await get(id)).data.remoteUser === "consumer");
  check("an error by path", (await get("cmp_unknown")).error.status === 404);
  const query = queries.createQueries(api).computers.get(id);
  check("a query", (await query.queryFn()).remoteUser === "consumer");

  const { fetch } = testing.createFakeService();
  const inMemory = client.createClient({ ...options, fetch, validate: schemas.schemas });
  check("a validated list in memory", (await inMemory.computers.list()).computers.length > 1);
  const controller = new AbortController();
  const hanging = inMemory.computers.list({
    signal: controller.signal,
    headers: { prefer: "problem=timeout" },
  });
  controller.abort("enough");
  check("an abort", (await hanging.catch((reason) => reason)) === "enough");
  const { provisioning } = testing.sampleComputers;
  const settled = await client.waitUntilSettled(inMemory, provisioning.id, { intervalMs: 1 });
  check("a wait", settled.status === "active");
  return runtimeVersion();
}

export function check(what, isRight) {
  if (!isRight) throw new Error(`${what} is not what a consumer expects`);
}

function runtimeVersion() {
  if (globalThis.navigator?.userAgent === "Cloudflare-Workers") return globalThis.navigator.userAgent;
  if (globalThis.Bun) return globalThis.Bun.version;
  if (globalThis.Deno) return globalThis.Deno.version.deno;
  return globalThis.process?.versions?.node ?? globalThis.navigator.userAgent;
}
