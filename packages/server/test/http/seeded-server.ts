import type { Computer, ComputerList } from "@compute-host/types";
import { FakeClock, type StartedServer } from "../../src/index.ts";
import { type Engine, startServerOn } from "../engines.ts";
import { type ApiRequest, type ApiResponse, apiOf } from "./api-client.ts";

/** The host of the computer `old`. */
export const host = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";

/** The host of another owner's computer. */
export const otherHost = "8a7d2f64-0c35-4b19-a5e2-6f90d1c7b382";

/** Steps of a computer that is ready. */
export const done = [{ id: "install-deps", name: "Install dependencies", status: "completed" }];

/** How long a simulated step takes. */
export const stepMs = 1000;

/** A server with three computers of its owner and one of another owner, and short words for requests to it. */
export interface SeededServer extends StartedServer {
  readonly clock: FakeClock;
  request(path: string, request?: ApiRequest): Promise<ApiResponse>;
  get(id: string): Promise<Computer>;
  list(query?: string): Promise<readonly Computer[]>;
  patch(id: string, body: unknown): Promise<ApiResponse>;
  retry(id: string): Promise<ApiResponse>;
}

/** Starts it. */
export async function startSeededServer(engine: Engine): Promise<SeededServer> {
  const clock = new FakeClock(1_795_000_000_000);
  const server = await startServerOn(engine, {
    clock,
    stepDurationMs: stepMs,
    computers: [
      { id: "old", name: "old", providerType: "byom", createdAt: 1, hostId: host, provisioningSteps: done },
      { id: "new-a", name: "new-a", providerType: "managed", createdAt: 2, provisioningSteps: done },
      { id: "new-b", name: "new-b", providerType: "managed", createdAt: 2, provisioningSteps: [] },
      { id: "theirs", name: "theirs", providerType: "byom", ownerId: "usr_eve", hostId: otherHost },
    ],
  });
  const request = apiOf(server);
  const pathOf = (id: string) => `/api/v0/computers/${id}`;
  return {
    ...server,
    clock,
    request,
    get: async (id) => (await request(pathOf(id))).json,
    list: async (query = "") => ((await request(`/api/v0/computers${query}`)).json as ComputerList).computers,
    patch: (id, body) => request(pathOf(id), { method: "PATCH", body: JSON.stringify(body) }),
    retry: (id) => request(`${pathOf(id)}/install-deps`, { method: "POST" }),
  };
}
