import type { Computer, ComputerUpdate, Problem } from "@compute-host/types";
import type { Client } from "openapi-fetch";
import createReactQuery from "openapi-react-query";
import { createQueryHook } from "swr-openapi";
import { expectTypeOf, test } from "vitest";
import {
  createClient,
  type OpenApiFetchClient,
  type Client as OwnClient,
  type paths,
} from "../src/openapi-fetch.ts";
import { listInit } from "./list-computers.ts";

const path = "/api/v0/computers/{computerId}";
const at = { params: { path: { computerId: "cmp_1" } } };
const options = { baseUrl: "http://a", token: "key" };

test("this entry: data is a Computer, a status is a string, an error is a problem", async () => {
  const api = createClient(options);
  const { data, error } = await api.GET(path, at);
  expectTypeOf(data).toExtend<Computer | undefined>();
  expectTypeOf(data?.provisioningSteps?.[0]?.status?.toUpperCase()).toEqualTypeOf<string | undefined>();
  expectTypeOf(data?.status).toEqualTypeOf<Computer["status"]>();
  expectTypeOf(error).toExtend<Problem | undefined>();
  const body: ComputerUpdate = { name: "x" };
  expectTypeOf((await api.PATCH(path, { ...at, body })).data).toExtend<Computer | undefined>();
  expectTypeOf((await api.GET("/api/v0/computers", listInit)).data?.computers).toExtend<
    Computer[] | undefined
  >();
});

test("this entry: the types of openapi-fetch are its own", () => {
  expectTypeOf<OwnClient<paths>>().toEqualTypeOf<Client<paths>>();
  expectTypeOf<OpenApiFetchClient>().toExtend<OwnClient<paths>>();
});

test("it is a client of openapi-fetch itself, and of the packages around it", () => {
  expectTypeOf<OpenApiFetchClient>().toExtend<Client<paths>>();
  const api = createClient(options);
  expectTypeOf(createReactQuery(api).queryOptions).toBeFunction();
  expectTypeOf(createQueryHook(api, "compute-host")).toBeFunction();
});

test("what does not compile", () => {
  const api = createClient(options);
  // @ts-expect-error: there is no such path.
  api.GET("/api/v0/computer");
  // @ts-expect-error: the path has no such method.
  api.TRACE(path, at);
  // @ts-expect-error: its parameters are required.
  api.GET(path);
  // @ts-expect-error: there is no such option.
  createClient({ ...options, tokn: "key" });
});
