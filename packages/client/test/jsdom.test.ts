// @vitest-environment jsdom
import { expect, test } from "vitest";
import { createClient, waitUntilSettled } from "../src/index.ts";
import { createClient as createPathClient } from "../src/openapi-fetch/openapi-fetch.ts";
import { createFakeService, sampleComputers } from "../src/testing/index.ts";
import { rejectionOf } from "./rejection-of.ts";

const { active, provisioning } = sampleComputers;

// jsdom replaces `AbortController`, `AbortSignal`, `Event` and `Headers` of the platform with its own.
test("in jsdom, a call, an error, an abort and a wait work, by method and by path", async () => {
  const service = createFakeService();
  const options = { baseUrl: "https://compute.example.com", token: "key", fetch: service.fetch };
  const client = createClient(options);
  expect(await client.computers.get(active.id)).toMatchObject({ id: active.id });
  await expect(client.computers.get("cmp_none")).rejects.toMatchObject({ code: "NOT_FOUND" });

  const controller = new AbortController();
  const prefer = { prefer: "problem=timeout" };
  const aborted = rejectionOf(client.computers.list({ signal: controller.signal, headers: prefer }));
  controller.abort("enough");
  expect(await aborted).toBe("enough");
  expect(await waitUntilSettled(client, provisioning.id, { intervalMs: 1 })).toMatchObject({
    status: "active",
  });

  const api = createPathClient(options);
  const { data } = await api.GET("/api/v0/computers");
  expect(data?.computers).toHaveLength(service.computers().length);
});
