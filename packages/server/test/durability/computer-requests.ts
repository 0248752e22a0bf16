import type { Computer } from "@compute-host/types";

/** Sends requests to a service by one key; each has a limit of time. */
export class ComputerRequests {
  readonly #computers: string;
  readonly #authorization: string;

  constructor(url: string, apiKey: string) {
    this.#computers = `${url}/api/v0/computers`;
    this.#authorization = `Bearer ${apiKey}`;
  }

  /** Every computer with its steps. */
  async list(): Promise<readonly Computer[]> {
    const response = await this.#send("GET", "?includeProvisioningSteps=true");
    if (response.status !== 200) throw new Error(`The list got ${response.status}`);
    return ((await response.json()) as { computers: Computer[] }).computers;
  }

  get(id: string): Promise<Response> {
    return this.#send("GET", `/${id}`);
  }

  rename(id: string, name: string): Promise<Response> {
    return this.#send("PATCH", `/${id}`, { name });
  }

  #send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(this.#computers + path, {
      method,
      headers: {
        authorization: this.#authorization,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
  }
}
