import { createFakeService } from "@compute-host/client/testing";

/** Where requests go. */
export interface TriedService {
  /** For the reader: which service this is. */
  readonly about: string;
  readonly baseUrl: string;
  /** A token that works, where any does. */
  readonly token: string | undefined;
  send(request: Request): Promise<Response>;
}

let service: Promise<TriedService> | undefined;

/** The service that serves this page; where none answers, a sandbox in the page that keeps its state until it is left. */
export function findService(): Promise<TriedService> {
  service ??= isServed().then((served) => (served ? thisService() : sandbox()));
  return service;
}

async function isServed(): Promise<boolean> {
  try {
    const response = await fetch("/readyz", { cache: "no-store" });
    return response.ok && (await response.text()).trim() === "ready";
  } catch {
    return false;
  }
}

function thisService(): TriedService {
  return {
    about: `Requests go to this service, ${location.origin}. The token stays in this page's memory.`,
    baseUrl: location.origin,
    token: undefined,
    send: (request) => fetch(request),
  };
}

function sandbox(): TriedService {
  const fake = createFakeService();
  return {
    about:
      "No service answers at this address: requests go to a sandbox inside this page. It forgets its changes when you leave.",
    baseUrl: "http://sandbox.invalid",
    token: "any-token",
    send: (request) => fake.fetch(request),
  };
}
