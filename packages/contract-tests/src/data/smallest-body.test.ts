import { expect, test } from "vitest";
import { smallestBody } from "./smallest-body.ts";

test("omits properties and shortens texts as long as the target fails", async () => {
  const fails = async (body: unknown) => JSON.stringify(body).includes("é");
  const body = { name: "build é box", hostId: "3f0c9a52", remoteUser: "deploy" };
  expect(await smallestBody(body, fails)).toEqual({ name: "é" });
});

test("a body that always fails loses all but one property", async () => {
  expect(Object.keys((await smallestBody({ a: "x", b: "y" }, async () => true)) as object)).toHaveLength(1);
});

test("gives up after a number of requests", async () => {
  let requests = 0;
  await smallestBody({ text: "x".repeat(10_000) }, async () => !(++requests % 2));
  expect(requests).toBeLessThanOrEqual(40);
});
