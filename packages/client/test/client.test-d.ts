import type { optionNames } from "@compute-host/openapi/option-names";
import type { Computer, ComputerList } from "@compute-host/types";
import { describe, expectTypeOf, test } from "vitest";
import {
  type ApiError,
  type CallOptions,
  type ClientOptions,
  type ConnectionError,
  createClient,
  isRateLimitError,
  NotFoundError,
  type RateLimitError,
  ServerError,
  type WaitOptions,
  type WithResponse,
  waitUntilSettled,
} from "../src/index.ts";
import { createClient as createOpenApiFetchClient } from "../src/openapi-fetch.ts";
import { schemas } from "../src/schemas.gen.ts";
import { listOptions } from "./list-computers.ts";

const client = createClient({ baseUrl: "http://a", token: "key" });
const { computers } = client;

describe("what compiles", () => {
  test("results are the spec's types", () => {
    expectTypeOf(computers.list).returns.resolves.toEqualTypeOf<ComputerList>();
    expectTypeOf(computers.get).returns.resolves.toEqualTypeOf<Computer>();
    expectTypeOf(computers.update).returns.resolves.toEqualTypeOf<Computer>();
    expectTypeOf(computers.retryInstallDeps).returns.resolves.toEqualTypeOf<Computer>();
    expectTypeOf(waitUntilSettled).returns.resolves.toEqualTypeOf<Computer>();
    expectTypeOf(computers.get("a").withResponse()).resolves.toEqualTypeOf<WithResponse<Computer>>();
  });

  test("options may be undefined", () => {
    computers.get("a", { signal: undefined, timeoutMs: undefined, headers: undefined });
    computers.list({
      ...listOptions,
      hostId: undefined,
      includeProvisioningSteps: undefined,
      signal: undefined,
    });
  });

  test("a token function may be synchronous and ignore its argument", () => {
    createClient({ baseUrl: "http://a", token: () => "key" });
    createClient({
      baseUrl: "http://a",
      token: async ({ refresh }) => (refresh ? "new" : "old"),
      validate: schemas,
    });
  });

  test("address and token may be left out, but not undefined", () => {
    for (const create of [createClient, createOpenApiFetchClient]) {
      create();
      create({});
      create({ token: "key" });
      create({ token: false });
      // @ts-expect-error: what was looked up in vain must not become the address of the process
      create({ baseUrl: process.env.SERVICE_URL, token: "key" });
      // @ts-expect-error: nor its credential
      create({ baseUrl: "http://a", token: process.env.TENANT_TOKEN });
    }
  });

  test("the reason of a broken connection may be unknown", () => {
    expectTypeOf<ConnectionError["reason"]>().toEqualTypeOf<string | undefined>();
  });

  test("a guard narrows to its class", () => {
    const error = {} as unknown;
    if (isRateLimitError(error)) {
      expectTypeOf(error).toEqualTypeOf<RateLimitError>();
      expectTypeOf(error.retryAfterMs).toEqualTypeOf<number | undefined>();
    }
    expectTypeOf<NotFoundError>().toExtend<ApiError>();
  });
});

test("classes stay distinct after narrowing by another class", () => {
  const error = {} as ApiError;
  if (error instanceof NotFoundError) {
    expectTypeOf(error.status).toEqualTypeOf<404>();
    expectTypeOf(error.code).toEqualTypeOf<"NOT_FOUND">();
  } else if (error instanceof ServerError) {
    expectTypeOf(error.name).toEqualTypeOf<"ServerError" | "ServiceUnavailableError">();
  } else {
    expectTypeOf(error).toEqualTypeOf<ApiError>();
  }
});

test("the generator refuses each option as the name of a parameter", () => {
  type Option = keyof CallOptions | keyof ClientOptions | keyof WaitOptions | "body";
  expectTypeOf<(typeof optionNames)[number]>().toEqualTypeOf<Option>();
});

describe("what does not compile", () => {
  test("a misspelt or unknown client option", () => {
    // @ts-expect-error
    createClient({ baseUrl: "http://a", token: "key", timeoutMS: 5 });
    // @ts-expect-error
    createClient({ baseUrl: "http://a", tokn: "key" });
    // @ts-expect-error
    createClient({ baseUrl: null, token: "key" });
    // @ts-expect-error
    createClient("http://a");
    // @ts-expect-error
    createClient({ baseUrl: "http://a", token: "key", hooks: { onRequests() {} } });
  });

  test("a misspelt parameter or option, and a field that is read-only", () => {
    // @ts-expect-error
    computers.list({ hostid: "a" });
    // @ts-expect-error
    computers.update("a", { status: "active" });
    // @ts-expect-error
    waitUntilSettled(client, "a", { intervallMs: 5 });
  });

  test("a missing or optional ID", () => {
    // @ts-expect-error
    computers.get();
    // @ts-expect-error
    computers.get({} as string | undefined);
    // @ts-expect-error
    computers.update({ name: "x" });
  });

  test("a path without an operation, by openapi-fetch", () => {
    const raw = createOpenApiFetchClient({ baseUrl: "http://a", token: "key" });
    // @ts-expect-error
    raw.GET("/api/v0/computer");
    // @ts-expect-error
    raw.TRACE("/api/v0/computers/{computerId}", { params: { path: { computerId: "a" } } });
  });
});
