import type { optionNames } from "@compute-host/openapi/option-names";
import type { Computer, ComputerList } from "@compute-host/types";
import { expectTypeOf, test } from "vitest";
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
import { createClient as createOpenApiFetchClient } from "../src/openapi-fetch/openapi-fetch.ts";
import { schemas } from "../src/schemas/schemas.gen.ts";
import { listOptions } from "./list-computers.ts";

// tools/consumer-tests/consumers tests what compiles with the packed package, and what does not.

const client = createClient({ baseUrl: "http://a", token: "key" });
const { computers } = client;

test("results are the spec's types", () => {
  expectTypeOf(computers.list).returns.resolves.toEqualTypeOf<ComputerList>();
  expectTypeOf(computers.get).returns.resolves.toEqualTypeOf<Computer>();
  expectTypeOf(computers.update).returns.resolves.toEqualTypeOf<Computer>();
  expectTypeOf(computers.retryInstallDeps).returns.resolves.toEqualTypeOf<Computer>();
  expectTypeOf(waitUntilSettled).returns.resolves.toEqualTypeOf<Computer>();
  expectTypeOf(computers.get("a").withResponse()).resolves.toEqualTypeOf<WithResponse<Computer>>();
});

test("options may be undefined, and a token function synchronous", () => {
  computers.get("a", { signal: undefined, timeoutMs: undefined, headers: undefined });
  computers.list({ ...listOptions, hostId: undefined, includeProvisioningSteps: undefined });
  createClient({ baseUrl: "http://a", token: () => "key", validate: schemas });
});

test("address and token may be left out, but not undefined", () => {
  for (const create of [createClient, createOpenApiFetchClient]) {
    create();
    create({ token: "key" });
    create({ token: false });
    // @ts-expect-error: a lookup that fails must not lead to the address of the process
    create({ baseUrl: process.env.SERVICE_URL, token: "key" });
    // @ts-expect-error: nor to its credential
    create({ baseUrl: "http://a", token: process.env.TENANT_TOKEN });
  }
});

test("errors keep their types after guards and classes narrow them", () => {
  expectTypeOf<ConnectionError["reason"]>().toEqualTypeOf<string | undefined>();
  const error = {} as ApiError;
  if (isRateLimitError(error)) expectTypeOf(error).toEqualTypeOf<RateLimitError>();
  if (error instanceof NotFoundError) {
    expectTypeOf([error.status, error.code] as const).toEqualTypeOf<readonly [404, "NOT_FOUND"]>();
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

test("misspelt and missing arguments do not compile", () => {
  // @ts-expect-error
  createClient({ baseUrl: "http://a", token: "key", timeoutMS: 5 });
  // @ts-expect-error
  createClient("http://a");
  // @ts-expect-error
  createClient({ baseUrl: "http://a", token: "key", hooks: { onRequests() {} } });
  // @ts-expect-error
  computers.list({ hostid: "a" });
  // @ts-expect-error: it is read-only
  computers.update("a", { status: "active" });
  // @ts-expect-error
  waitUntilSettled(client, "a", { intervallMs: 5 });
  // @ts-expect-error
  computers.get({} as string | undefined);
  // @ts-expect-error
  computers.update({ name: "x" });
});
