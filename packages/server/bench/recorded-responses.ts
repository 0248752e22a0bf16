/** Recorded responses of the service, for the bare server to send. */
export interface RecordedResponse {
  readonly status: number;
  /** Flat list of names and values, without those that Node.js adds by itself. */
  readonly headers: string[];
  readonly body: string;
}

/** One response for each kind of request. */
export interface RecordedResponses {
  readonly get: RecordedResponse;
  readonly listWithSteps: RecordedResponse;
  readonly patch: RecordedResponse;
}

const addedByNode = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);

/** Asks the service once for each kind of response. */
export async function recordResponses(
  url: string,
  {
    key,
    listKey,
    computerId,
  }: { readonly key: string; readonly listKey: string; readonly computerId: string },
): Promise<RecordedResponses> {
  const computers = `${url}/api/v0/computers`;
  return {
    get: await record(`${computers}/${computerId}`, { headers: bearer(key) }),
    listWithSteps: await record(`${computers}?includeProvisioningSteps=true`, { headers: bearer(listKey) }),
    patch: await record(`${computers}/${computerId}`, {
      method: "PATCH",
      headers: { ...bearer(key), "content-type": "application/json" },
      body: JSON.stringify({ name: `recorded-${Date.now().toString(36)}` }),
    }),
  };
}

async function record(url: string, init: RequestInit): Promise<RecordedResponse> {
  const response = await fetch(url, init);
  const body = await response.text();
  if (response.status !== 200)
    throw new Error(`${init.method ?? "GET"} ${url} got ${response.status}: ${body}`);
  const headers = [...response.headers].filter(([name]) => !addedByNode.has(name)).flat();
  return { status: response.status, headers, body };
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
