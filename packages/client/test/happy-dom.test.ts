// @vitest-environment happy-dom
import { http } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../src/index.ts";
import { createFakeService, createMswHandlers, sampleComputers } from "../src/testing/index.ts";

const { active } = sampleComputers;

test("in a browser's environment, the fake's handlers let a page call another origin and read it", async () => {
  const server = setupServer(...createMswHandlers(http, "https://compute.example.com", createFakeService()));
  server.listen();
  onTestFinished(() => server.close());
  const { computers } = createClient({ baseUrl: "https://compute.example.com", token: "key" });
  expect((await computers.list()).computers).toContainEqual(expect.objectContaining({ id: active.id }));
  const { requestId } = await computers.update(active.id, { name: "renamed" }).withResponse();
  expect(requestId).toMatch(/^req_/);
  await expect(computers.get("cmp_none")).rejects.toMatchObject({ code: "NOT_FOUND" });
});
