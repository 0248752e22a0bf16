import type { paths } from "@compute-host/types";
import ky from "ky";
import OpenAI from "openai";
import createOpenApiFetch, { type Client } from "openapi-fetch";
import { createClient } from "../../src/index.ts";
import { createClient as createClientByPath } from "../../src/openapi-fetch.ts";
import { listInit, listParams } from "../list-computers.ts";
import { createRedoclyClient } from "../peers/redocly.ts";

/** Options of a client under comparison. */
export interface SubjectOptions {
  readonly baseUrl: string;
  readonly timeoutMs?: number;
  readonly token?: string | ((request: { refresh: boolean }) => string | Promise<string>);
  readonly headers?: Record<string, string>;
  /** @default the platform's own */
  readonly fetch?: () => Promise<Response>;
}

/** The calls of a probe, the same for every client. */
export interface SubjectClient {
  list(init?: { signal?: AbortSignal }): Promise<unknown>;
  get(computerId: string, init?: { signal?: AbortSignal }): Promise<unknown>;
  update(computerId: string, body: object, init?: { headers?: Record<string, string> }): Promise<unknown>;
  retryInstallDeps(computerId: string): Promise<unknown>;
}

/** A client under comparison, set up as its documentation recommends, with two retries if it supports retries. */
export interface Subject {
  readonly name: string;
  /** The package whose version the comparison names; none for this package's client. */
  readonly package?: string;
  /** Its file in `typos/`, without the extension. */
  readonly typos: string;
  /** Whether it calls a function for the token of each call; otherwise the token is created once. */
  readonly takesTokenFunction: boolean;
  create(options: SubjectOptions): Promise<SubjectClient>;
}

const tokenText = (token: SubjectOptions["token"]) =>
  typeof token === "function" ? token({ refresh: false }) : (token ?? "key");
const authorized = async ({ token, headers }: SubjectOptions) => ({
  ...headers,
  authorization: `Bearer ${await tokenText(token)}`,
});

/** The client of this package. */
export const ours: Subject = {
  name: "@compute-host/client",
  typos: "compute-host-client",
  takesTokenFunction: true,
  async create({ token = "key", ...options }) {
    const { computers } = createClient({ token, ...options });
    return { ...computers, list: (init) => computers.list(listParams, init) };
  },
};

/** The same by paths. */
export const oursByPath: Subject = {
  name: "@compute-host/client/openapi-fetch",
  typos: "compute-host-client-openapi-fetch",
  takesTokenFunction: true,
  async create({ token = "key", ...options }) {
    return callsByPath(createClientByPath({ token, ...options }));
  },
};

const openapiFetch: Subject = {
  name: "openapi-fetch",
  package: "openapi-fetch",
  typos: "openapi-fetch",
  takesTokenFunction: false,
  async create({ baseUrl, timeoutMs, token, headers: own = {}, ...custom }) {
    const headers = await authorized({ baseUrl, headers: own, ...(token && { token }) });
    const client = createOpenApiFetch<paths>({ baseUrl, headers, ...custom });
    return callsByPath(client, () => (timeoutMs ? { signal: AbortSignal.timeout(timeoutMs) } : {}));
  },
};

function callsByPath(
  client: Client<paths>,
  limit: () => { signal?: AbortSignal } = () => ({}),
): SubjectClient {
  const path = "/api/v0/computers/{computerId}";
  const at = (computerId: string) => ({ params: { path: { computerId } } });
  return {
    list: (init) => client.GET("/api/v0/computers", { ...listInit, ...init, ...limit() }),
    get: (id, init) => client.GET(path, { ...at(id), ...init, ...limit() }),
    update: (id, body, init) => client.PATCH(path, { ...at(id), ...limit(), ...init, body }),
    retryInstallDeps: (id) => client.POST(`${path}/install-deps`, { ...at(id), ...limit() }),
  };
}

const kySubject: Subject = {
  name: "ky",
  package: "ky",
  typos: "ky",
  takesTokenFunction: false,
  async create({ baseUrl, timeoutMs = 30_000, token, headers: own = {}, ...custom }) {
    const headers = await authorized({ baseUrl, headers: own, ...(token && { token }) });
    const client = ky.create({ headers, timeout: timeoutMs, retry: 2, ...custom });
    const url = `${baseUrl}/api/v0/computers`;
    return {
      list: (init) => client.get(url, init).json(),
      get: (id, init) => client.get(`${url}/${id}`, init).json(),
      update: (id, json, init) => client.patch(`${url}/${id}`, { json, ...init }).json(),
      retryInstallDeps: (id) => client.post(`${url}/${id}/install-deps`).json(),
    };
  },
};

const redocly: Subject = {
  name: "Redocly generate-client",
  package: "@redocly/cli",
  typos: "redocly-generate-client",
  takesTokenFunction: true,
  async create({ baseUrl, timeoutMs = 30_000, token, ...custom }) {
    const client = await createRedoclyClient({
      ...custom,
      serverUrl: baseUrl,
      timeout: timeoutMs,
      retry: { retries: 2 },
      auth: { bearer: () => tokenText(token) },
    });
    return {
      list: (init) => client.listComputers({}, init),
      get: (computerId, init) => client.getComputer({ path: { computerId } }, init),
      update: (computerId, body, init) => client.updateComputer({ path: { computerId }, body }, init),
      retryInstallDeps: (computerId) => client.retryInstallDeps({ path: { computerId } }),
    };
  },
};

/** An SDK of another API, as a reference: its own methods if they have the same shape, otherwise its generic ones. */
const openai: Subject = {
  name: "openai-node",
  package: "openai",
  typos: "openai-node",
  takesTokenFunction: true,
  async create({ baseUrl, timeoutMs = 30_000, token, headers, ...custom }) {
    const client = new OpenAI({
      ...custom,
      baseURL: baseUrl,
      apiKey: typeof token === "function" ? async () => token({ refresh: false }) : (token ?? "key"),
      timeout: timeoutMs,
      maxRetries: 2,
      defaultHeaders: headers,
    });
    const path = "/computers";
    return {
      list: (init) => client.get(path, init),
      get: (id, init) => client.models.retrieve(id, init),
      update: (id, body, init) => client.patch(`${path}/${id}`, { body, ...init }),
      retryInstallDeps: (id) => client.post(`${path}/${id}/install-deps`),
    };
  },
};

/** Every client under comparison, ours first. */
export const subjects: readonly Subject[] = [ours, oursByPath, openapiFetch, kySubject, redocly, openai];
