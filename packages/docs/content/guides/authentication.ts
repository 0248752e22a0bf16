import { createClient, type TokenRequest } from "@compute-host/client";

let kept = "";

async function token({ refresh, signal }: TokenRequest): Promise<string> {
  if (kept === "" || refresh) kept = await fetchToken(signal);
  return kept;
}

/** Stands for the request to your identity provider. */
async function fetchToken(signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  return process.env.COMPUTE_HOST_TOKEN ?? "";
}

const client = createClient({ baseUrl: process.env.COMPUTE_HOST_URL, token });
const { computers } = await client.computers.list();
console.log(computers.length);
