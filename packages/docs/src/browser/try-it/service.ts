import { loadScript } from "../load-script.ts";

/** Where requests go. */
export interface TriedService {
  /** The name of the service, for the reader. */
  readonly about: string;
  /** Its address; `undefined` for the sandbox in the page. */
  readonly address: string | undefined;
  send(request: Request): Promise<Response>;
}

const timeoutMs = 30_000;
const sandboxAddress = "http://sandbox.invalid";
let own: Promise<string | undefined> | undefined;
let sandbox: TriedService | undefined;

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

/** The service at an address; without an address, a sandbox in the page that keeps its state until the reader leaves. */
export function serviceAt(address: string | undefined, ownAddress: string | undefined): TriedService {
  if (address === undefined) {
    sandbox ??= createSandbox();
    return sandbox;
  }
  const which = address === ownAddress ? `this service, ${address}` : address;
  return {
    about: `Requests go to ${which}. The address and the token stay in the memory of this page.`,
    address,
    send: (request) => sendTo(address, request),
  };
}

function createSandbox(): TriedService {
  return {
    about:
      "Without an address, requests go to a sandbox inside this page. It accepts any token, and forgets its changes when you leave.",
    address: undefined,
    send: async (request) => {
      const { fake } = await loadScript<typeof import("./sandbox.ts")>("sandbox");
      return fake.fetch(request);
    },
  };
}

/** The address that a request is built with. */
export function serviceBaseUrl({ address }: TriedService): string {
  return address ?? sandboxAddress;
}

async function sendTo(address: string, request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(timeoutMs) });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "TimeoutError") {
      throw new Error(`${address} did not respond within ${timeoutMs / 1000} seconds.`, { cause });
    }
    throw new Error(await describeReason(address), { cause });
  }
}

/** Browsers hide from pages why a request failed. An opaque (`no-cors`) request shows whether any server responds. */
async function describeReason(address: string): Promise<string> {
  const isThere = await fetch(`${address}/readyz`, {
    mode: "no-cors",
    cache: "no-store",
    signal: AbortSignal.timeout(5_000),
  }).then(
    () => true,
    () => false,
  );
  return isThere
    ? `${address} responds, but does not let pages of ${location.origin} read its responses. Its operator can allow it: COMPUTE_HOST_CORS_ORIGINS=${location.origin}`
    : `Nothing responds at ${address}. Check the address, and that the service is running. Clear the address to use the sandbox inside this page.`;
}
