/**
 * What every consumer does with the client, whichever way it got hold of it: list, get, update, and an error.
 * Uses nothing that a runtime may lack.
 */
export async function exercise(client, baseUrl) {
  const computeHost = client.createClient({ baseUrl, token: "key-of-the-consumer" });
  const { computers } = await computeHost.computers.list({ includeProvisioningSteps: true });
  const { id } = computers[0];
  const { data, requestId, attempts } = await computeHost.computers.get(id).withResponse();
  const updated = await computeHost.computers.update(id, { name: "renamed" });
  const error = await computeHost.computers.get("cmp_unknown").catch((reason) => reason);
  return {
    version: runtimeVersion(),
    listed: computers.length,
    got: data.id === id,
    requestId,
    attempts,
    renamedTo: updated.name,
    error: {
      name: error.name,
      status: error.status,
      title: error.problem?.title,
      isApiError: error instanceof client.ApiError,
      isNotFoundError: error instanceof client.NotFoundError,
    },
  };
}

function runtimeVersion() {
  if (globalThis.navigator?.userAgent === "Cloudflare-Workers") return globalThis.navigator.userAgent;
  if (globalThis.Bun) return globalThis.Bun.version;
  if (globalThis.Deno) return globalThis.Deno.version.deno;
  return globalThis.process?.versions?.node ?? globalThis.navigator.userAgent;
}
