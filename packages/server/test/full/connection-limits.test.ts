import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { openSilently } from "../http/silent-connections.ts";
import { get, Workplace } from "../run-command.ts";

test("10,500 silent connections that never close shut no caller out, and every descriptor is freed", async () => {
  await using place = new Workplace();
  const service = await place.serve(["--sandbox"]);
  const port = Number(new URL(service.url).port);
  const descriptors = () => readdirSync(`/proc/${service.process.pid}/fd`).length;
  const before = descriptors();
  await openSilently(port, 10_500);
  expect((await get(`${service.url}/healthz`)).status).toBe(200);
  expect(descriptors()).toBeLessThan(before + 10_100);
  await expect.poll(descriptors, { interval: 250 }).toBeLessThan(before + 10);
  expect((await get(`${service.url}/healthz`)).status).toBe(200);
});
