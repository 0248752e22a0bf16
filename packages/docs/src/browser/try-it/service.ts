import { loadScript } from "../load-script.ts";

const timeoutMs = 30_000;
let own: Promise<string | undefined> | undefined;

/** The address of the service that serves this page; `undefined` if a static host does. */
export function findOwnAddress(): Promise<string | undefined> {
  own ??= askOwnService();
  return own;
}

async function askOwnService(): Promise<string | undefined> {
  // The service serves the docs one level below its address.
  const { root = "./" } = document.documentElement.dataset;
  const address = new URL(`${root}../`, location.href).href.replace(/\/$/, "");
  try {
    const response = await fetch(`${address}/readyz`, { cache: "no-store" });
    return response.ok && (await response.text()).trim() === "ready" ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Where requests go, for the reader. */
export function describeTarget(address: string | undefined, ownAddress: string | undefined): string {
  if (address === undefined)
    return "Without an address, requests go to a sandbox inside this page. It accepts any token, and forgets its changes when you leave.";
  const which = address === ownAddress ? `this service, ${address}` : address;
  return `Requests go to ${which}. The address and the token stay in the memory of this page.`;
}

/** Sends a request to an address; without one, to the sandbox in the page. */
export async function sendTo(
  address: string | undefined,
  target: string,
  init: RequestInit,
): Promise<Response> {
  if (address === undefined) {
    const { fake } = await loadScript<typeof import("./sandbox.ts")>("sandbox");
    return fake.fetch(`http://sandbox.invalid${target}`, init);
  }
  try {
    return await fetch(address + target, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  } catch (cause) {
    const isTimeout = cause instanceof DOMException && cause.name === "TimeoutError";
    const late = `${address} did not respond within ${timeoutMs / 1000} seconds.`;
    throw new Error(isTimeout ? late : await describeReason(address), { cause });
  }
}

/** Browsers hide from pages why a request failed. An opaque (`no-cors`) request shows whether any server responds. */
async function describeReason(address: string): Promise<string> {
  const init = { mode: "no-cors", cache: "no-store", signal: AbortSignal.timeout(5_000) } as const;
  const isThere = await fetch(`${address}/readyz`, init).then(
    () => true,
    () => false,
  );
  return isThere
    ? `${address} responds, but does not let pages of ${location.origin} read its responses. Its operator can allow it: COMPUTE_HOST_CORS_ORIGINS=${location.origin}`
    : `Nothing responds at ${address}. Check the address, and that the service is running. Clear the address to use the sandbox inside this page.`;
}
