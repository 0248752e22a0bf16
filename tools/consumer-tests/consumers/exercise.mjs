/**
 * Uses the package like every consumer, however it loaded the entry points and names the service: list, get, update and an error with the
 * client, one call by path and one query by method with the openapi-fetch client, and a list from the fake service whose
 * response is validated. Uses nothing that a runtime may lack.
 */
export async function exercise({ client, openApiFetch, queries, schemas, testing }, options = {}) {
  const { computers } = client.createClient(options);
  const list = await computers.list({ includeProvisioningSteps: true });
  const { id } = list.computers[0];
  const { data, requestId, attempts } = await computers.get(id).withResponse();
  const updated = await computers.update(id, { remoteUser: "consumer" });
  const error = await computers.get("cmp_unknown").catch((reason) => reason);
  const path = { computerId: id };
  const api = openApiFetch.createClient(options);
  api.use({ onRequest: ({ request }) => request.headers.set("x-consumer", "1") });
  const byPath = await api.GET("/api/v0/computers/{computerId}", { params: { path } });
  const notFound = await api.GET("/api/v0/computers/{computerId}", {
    params: { path: { computerId: "cmp_unknown" } },
  });
  const { fetch } = testing.createFakeService();
  const inMemory = client.createClient({ ...options, fetch, validate: schemas.schemas });
  return {
    version: runtimeVersion(),
    listed: list.computers.length,
    got: data.id === id,
    hasRequestId: requestId.length > 0,
    attempts,
    updatedTo: updated.remoteUser,
    error: {
      name: error.name,
      status: error.status,
      title: error.problem?.title,
      isApiError: error instanceof client.ApiError,
      isNotFoundError: error instanceof client.NotFoundError,
    },
    gotByPath: byPath.data?.remoteUser,
    gotByMethod: (await queries.createQueries(api).computers.get(id).queryFn()).remoteUser,
    errorByPath: notFound.error?.status,
    listedInMemory: (await inMemory.computers.list()).computers.length,
  };
}

function runtimeVersion() {
  if (globalThis.navigator?.userAgent === "Cloudflare-Workers") return globalThis.navigator.userAgent;
  if (globalThis.Bun) return globalThis.Bun.version;
  if (globalThis.Deno) return globalThis.Deno.version.deno;
  return globalThis.process?.versions?.node ?? globalThis.navigator.userAgent;
}
