import type { Address } from "./address.ts";
import type { HarRecorder, RecordedRequest } from "./har.ts";
import type { PromisedResponse } from "./promised-responses.ts";

/** Generated bodies have lists of random length; with this many rounds, practically every list is filled once. */
const generatedRounds = 8;

const query = { hostId: "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10", includeProvisioningSteps: "true" };
const update = { name: "build-box", hostId: query.hostId, remoteUser: "deploy" };

/**
 * Requests every documented response from the mock: each named example, and generated bodies with every optional
 * property.
 * @returns the responses with a status other than the requested one
 */
export async function recordMockTraffic(
  recorder: HarRecorder,
  address: Address,
  promised: readonly PromisedResponse[],
): Promise<string[]> {
  const surprises: string[] = [];
  for (const response of promised) {
    // The mock takes a status as a number; 405 is documented only as `default`.
    const code = response.status === "default" ? "405" : response.status;
    const examples = response.examples.map((name) => `code=${code}, example=${name}`);
    const generated = Array.from({ length: generatedRounds }, () => `code=${code}, dynamic=true`);
    for (const prefer of [...examples, ...generated]) {
      const { status } = await recorder.send(requestFor(response, address, prefer));
      if (String(status) !== code) surprises.push(`${response.operationId} ${prefer}: ${status}`);
    }
  }
  return surprises;
}

function requestFor(
  { method, path }: PromisedResponse,
  { baseUrl, token }: Address,
  prefer: string,
): RecordedRequest {
  const url = new URL(path.replace("{computerId}", "cmp_01k9x7q2m4"), baseUrl);
  if (!path.includes("{")) url.search = String(new URLSearchParams(query));
  const headers = { authorization: `Bearer ${token}`, prefer };
  if (method !== "PATCH") return { method, url: url.href, headers };
  return {
    method,
    url: url.href,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(update),
  };
}
