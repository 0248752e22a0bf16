import { setImmediate as nextTurn } from "node:timers/promises";
import { Window } from "happy-dom";
import { describe, expect, test } from "vitest";
import {
  type CallOptions,
  type ClientOptions,
  createClient,
  type RequestOptions,
  type WaitOptions,
  waitUntilSettled,
} from "../src/index.ts";
import { createClient as createPathClient } from "../src/openapi-fetch/openapi-fetch.ts";
import { pathOptions } from "../src/openapi-fetch/path-options.ts";
import { createQueries } from "../src/queries/queries.ts";
import type { ListComputersOptions } from "../src/resources.gen.ts";
import {
  createFakeService,
  createMswHandlers,
  type FakeFailure,
  type FakeServiceOptions,
  sampleComputers,
} from "../src/testing/index.ts";

/** What programs pass by mistake. */
const values = {
  undefined: undefined,
  null: null,
  false: false,
  zero: 0,
  NaN: Number.NaN,
  "": "",
  "5": "5",
  "[]": [],
  function: () => "5",
  promise: Promise.resolve({}),
  Date: new Date(0),
  URL: new URL("http://a/b"),
  Headers: new Headers({ "x-a": "1" }),
  Map: new Map([["x-a", "1"]]),
  signal: new new Window().AbortController().signal,
  frozen: Object.freeze({}),
};

type ValueName = keyof typeof values;

/** The values that each option takes; it refuses all others. The compiler demands every option of the type. */
type Takes<Options> = { readonly [Name in keyof Options]-?: readonly ValueName[] };

const request: Takes<RequestOptions> = {
  headers: ["undefined", "[]", "Headers", "Map", "frozen"],
  hooks: ["undefined", "frozen"],
  timeoutMs: ["undefined"],
  maxRetries: ["undefined", "zero"],
  maxRetryAfterMs: ["undefined", "zero"],
  maxResponseBytes: ["undefined", "zero"],
  deadlineMs: ["undefined", "zero"],
};
const call: Takes<CallOptions> = { ...request, signal: ["undefined", "null", "signal"] };
const client: Takes<ClientOptions> = {
  ...request,
  baseUrl: ["URL"],
  token: ["false", "5", "function"],
  fetch: ["undefined", "function"],
  validate: ["undefined"],
};
const scalar: readonly ValueName[] = ["undefined", "false", "zero", "", "5"];
const list: Takes<ListComputersOptions> = { ...call, hostId: scalar, includeProvisioningSteps: scalar };
const wait: Takes<WaitOptions> = {
  ...call,
  onProgress: ["undefined", "function"],
  onPollError: ["undefined", "function"],
  since: ["undefined", "frozen"],
  intervalMs: ["undefined"],
};
const fake: Takes<FakeServiceOptions> = {
  computers: ["undefined", "[]"],
  token: ["undefined", "", "5"],
  looksPerStep: ["undefined", "zero"],
};
const failure: Takes<FakeFailure> = { with: [], operationId: ["undefined"], times: ["undefined"] };

/** What `Request` takes: whatever can be converted, so that any value may pass. */
const asRequest = Object.keys(values) as ValueName[];
const path: Readonly<Record<string, readonly ValueName[]>> = {
  ...Object.fromEntries(
    Object.keys(pathOptions)
      .filter((name) => name !== "params")
      .map((name) => [name, asRequest]),
  ),
  ...call,
  middleware: ["undefined", "[]"],
  parseAs: ["undefined"],
  Request: ["undefined", "function"],
  bodySerializer: ["undefined", "function"],
  baseUrl: ["undefined", "URL"],
  fetch: ["undefined", "function"],
  pathSerializer: ["undefined", "function"],
  querySerializer: ["undefined", "function", "frozen"],
  body: ["undefined"],
};
const params = ["undefined", "frozen"] as const;

const respond = async () => Response.json({ ...sampleComputers.active, computers: [] });
const config = { baseUrl: "http://a", token: "key", fetch: respond, maxRetries: 0 };
const whole = createClient(config);
const { computers } = whole;
const api = createPathClient(config);
const observed = createPathClient(config);
observed.use({ onRequest: () => undefined });
// biome-ignore lint/suspicious/noExplicitAny: a caller without types can pass anything.
type Anything = any;
const at = { params: { path: { computerId: "cmp_1" } } };
const onePath = "/api/v0/computers/{computerId}";

/** Calls each function; rejects with the error of all, or with an error that lists their outcomes if they differ. */
async function inAgreement(uses: readonly (() => unknown)[]): Promise<void> {
  const outcomes = await Promise.allSettled(uses.map(async (use) => use()));
  const reasons = outcomes.map((one) => (one.status === "rejected" ? one.reason : undefined));
  const texts = [...new Set(reasons.map(String))];
  if (texts.length > 1) throw new Error(texts.join(", but "));
  if (reasons[0] !== undefined) throw reasons[0];
}

/** Calls with one value, at the place that the name of an option says. */
type Use = (name: string, value: unknown) => unknown;
type Row = readonly [what: string, takes: Readonly<Record<string, readonly ValueName[]>>, use: Use];

const rows: readonly Row[] = [
  ["createClient", client, (name, value) => createClient({ ...config, [name]: value } as Anything)],
  [
    "createClient by path",
    client,
    (name, value) => createPathClient({ ...config, [name]: value } as Anything),
  ],
  ["list", list, (name, value) => computers.list({ [name]: value } as Anything)],
  ["get", call, (name, value) => computers.get("cmp_1", { [name]: value } as Anything)],
  ["update", call, (name, value) => computers.update("cmp_1", {}, { [name]: value } as Anything)],
  [
    "retryInstallDeps",
    call,
    (name, value) => computers.retryInstallDeps("cmp_1", { [name]: value } as Anything),
  ],
  [
    "waitUntilSettled",
    wait,
    (name, value) => waitUntilSettled({ computers }, "cmp_1", { [name]: value } as Anything),
  ],
  ["GET", path, (name, value) => api.GET(onePath, { ...at, [name]: value } as Anything)],
  ["GET, observed,", path, (name, value) => observed.GET(onePath, { ...at, [name]: value } as Anything)],
  [
    "PATCH",
    { ...path, body: ["[]", "frozen"] },
    (name, value) => api.PATCH(onePath, { ...at, body: {}, [name]: value } as Anything),
  ],
  [
    "GET of a list",
    { params, "params.query": params, "params.header": params, "params.path": params },
    (name, value) => {
      const given = name === "params" ? value : { [name.slice(7)]: value };
      return api.GET("/api/v0/computers", { params: given } as Anything);
    },
  ],
  ["createFakeService", fake, (name, value) => createFakeService({ [name]: value } as Anything)],
  [
    "fail",
    failure,
    (name, value) => createFakeService().fail({ with: "connection", [name]: value } as Anything),
  ],
  [
    "an argument:",
    {
      options: ["undefined", "frozen"],
      computerId: ["false", "zero", "5"],
      body: ["[]", "frozen"],
      client: [],
      path: [],
      method: ["5"],
      middleware: [],
      computer: [],
      http: [],
      service: [],
      error: ["undefined", "", "5"],
    },
    (name, value: Anything) => {
      const service = createFakeService();
      const uses: Readonly<Record<string, readonly (() => unknown)[]>> = {
        options: [
          () => computers.list(value),
          () => computers.get("cmp_1", value),
          () => api.GET("/api/v0/computers", value),
          () => waitUntilSettled({ computers }, "cmp_1", value),
          () => createQueries(whole).computers.list(value),
          () => createFakeService(value),
        ],
        computerId: [() => computers.get(value), () => (waitUntilSettled as Anything)({ computers }, value)],
        body: [() => computers.update("cmp_1", value)],
        client: [() => waitUntilSettled(value, "cmp_1"), () => createQueries(value)],
        path: [() => (api.GET as Anything)(value)],
        method: [() => api.request(value, onePath, at)],
        middleware: [() => createPathClient(config).use(value as Anything)],
        computer: [() => service.put(value)],
        http: [() => createMswHandlers(value, "http://a", service)],
        service: [() => createMswHandlers({ all: () => 1 }, "http://a", value)],
        error: [() => service.settleStep(sampleComputers.provisioning.id, value)],
      };
      return inAgreement(uses[name] ?? []);
    },
  ],
];

describe.each(rows)("%s", (_what, takes, use) => {
  test.each(Object.keys(takes))(
    "%s works with what it takes, and refuses every other value with its name",
    async (name) => {
      const unhandled: unknown[] = [];
      const onUnhandled = (reason: unknown) => void unhandled.push(reason);
      process.on("unhandledRejection", onUnhandled);
      const wrong: string[] = [];
      for (const [kind, value] of Object.entries(values) as [ValueName, unknown][]) {
        let outcome = "works";
        try {
          await use(name, value);
        } catch (error) {
          outcome = String(error);
        }
        const got = typeof value === "number" ? value : {}.toString.call(value).slice(8, -1);
        const isNamed = outcome.startsWith("InvalidArgumentError: ") && outcome.includes(name);
        // It also says what the value must be, or how to do without it.
        const [, told = "", remedy] =
          /^InvalidArgumentError: (.*?) (?:must be \S.*; got|is undefined: (pass)) /.exec(`${outcome} `) ??
          [];
        const isRefused = told === name && (remedy === "pass" || outcome.endsWith(`; got ${got}`));
        // A limit of 0 is a limit, and a `fetch` of the table's returns no response.
        const isTaken = /^(works|TimeoutError|InvalidResponseError|ConnectionError)/.test(outcome);
        const mayConvert = takes[name] === asRequest || kind === "function";
        const isRight = takes[name]?.includes(kind) ? isTaken || (mayConvert && isNamed) : isRefused;
        if (!isRight) wrong.push(`${kind}: ${outcome}`);
      }
      await nextTurn();
      process.off("unhandledRejection", onUnhandled);
      expect({ wrong, unhandled }).toEqual({ wrong: [], unhandled: [] });
    },
  );
});

test.each<[name: string, what: string, use: (given: Anything) => unknown]>([
  ["options", "createClient", (given) => createClient({ ...config, ...given })],
  ["options", "createClient by path", (given) => createPathClient({ ...config, ...given })],
  ["options", "list", (given) => computers.list(given)],
  ["options", "get", (given) => computers.get("cmp_1", given)],
  ["options", "update", (given) => computers.update("cmp_1", {}, given)],
  ["options", "retryInstallDeps", (given) => computers.retryInstallDeps("cmp_1", given)],
  ["options", "waitUntilSettled", (given) => waitUntilSettled({ computers }, "cmp_1", given)],
  ["options", "a query", (given) => createQueries(whole).computers.list(given).queryFn()],
  [
    "options",
    "a mutation",
    (given) => createQueries(whole).computers.retryInstallDeps("cmp_1", given).mutationFn(),
  ],
  ["options", "GET", (given) => api.GET(onePath, { ...at, ...given })],
  ["options", "createFakeService", (given) => createFakeService(given)],
  ["failure", "fail", (given) => createFakeService().fail({ with: "connection", ...given })],
  ["params", "GET", (given) => api.GET(onePath, { params: { ...at.params, ...given } })],
  [
    "params.path",
    "GET",
    (given) => api.GET(onePath, { params: { path: { ...at.params.path, ...given } } } as Anything),
  ],
  ["params.query", "GET", (given) => api.GET("/api/v0/computers", { params: { query: given } })],
  ["hooks", "createClient", (hooks) => createClient({ ...config, hooks })],
  ["hooks", "createClient by path", (hooks) => createPathClient({ ...config, hooks })],
  ["hooks", "get", (hooks) => computers.get("cmp_1", { hooks })],
  ["hooks", "waitUntilSettled", (hooks) => waitUntilSettled({ computers }, "cmp_1", { hooks })],
  ["hooks", "GET", (hooks) => api.GET(onePath, { ...at, hooks })],
])("%s of %s refuse a name that they do not have", async (name, _what, use) => {
  for (const misspelt of ["onRequst", "timeout", "__proto__"]) {
    const given = Object.defineProperty({}, misspelt, { value: undefined, enumerable: true });
    const message = `${name} must not have ${misspelt}`;
    await expect(async () => use(given)).rejects.toMatchObject({ code: "INVALID_ARGUMENT", message });
  }
});
