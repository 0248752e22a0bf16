import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, takeTestDatabase } from "../postgres/test-database.ts";
import { ServiceNodes } from "./service-nodes.ts";

describe("three nodes on PostgreSQL", () => {
  let database: TestDatabase;
  let service: ServiceNodes;

  beforeAll(async () => {
    database = await takeTestDatabase();
    service = await ServiceNodes.start({ count: 3, databaseUrl: database.url, computers: 41, stepMs: 3_000 });
  });

  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await database?.release();
  });

  /** Sends calls to all nodes concurrently, and counts the outcomes. */
  async function countOutcomes(
    count: number,
    call: (node: string, index: number) => Promise<unknown>,
  ): Promise<Readonly<Record<string, number>>> {
    const outcomes = await Promise.all(
      Array.from({ length: count }, (_, index) => call(service.urls[index % 3] as string, index)),
    );
    const counts: Record<string, number> = {};
    for (const outcome of outcomes) counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1;
    return counts;
  }

  test("let one of 200 callers retry a computer, and run its command once", async () => {
    const [id = ""] = service.ids;
    const startedAt = performance.now();
    expect(await countOutcomes(200, (node) => service.calls.retry(node, id))).toEqual({ 202: 1, 409: 199 });
    console.info(`200 retries of one computer took ${Math.round(performance.now() - startedAt)} ms`);
    await expect.poll(() => service.step.runs().length).toBe(1);
    await expect.poll(() => service.step.ends().length).toBe(1);
    expect(service.step.runs()).toHaveLength(1);
  });

  test("give one name to one of 40 computers that ask for it", async () => {
    const ask = (node: string, index: number) =>
      service.calls.update(node, service.ids[index] as string, { name: "the one" });
    expect(await countOutcomes(40, ask)).toEqual({ 200: 1, 409: 39 });
  });

  test("give one host to one of 40 computers that ask for it", async () => {
    const hostId = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
    const ask = (node: string, index: number) =>
      service.calls.update(node, service.ids[index] as string, { hostId });
    expect(await countOutcomes(40, ask)).toEqual({ 200: 1, 409: 39 });
  });

  test("let one of 60 callers set the host of a computer", async () => {
    const id = service.ids[40] as string;
    const hostOf = (index: number) => `3f0c9a52-6b1e-4f0f-9d1c-${String(index).padStart(12, "0")}`;
    const ask = (node: string, index: number) => service.calls.update(node, id, { hostId: hostOf(index) });
    expect(await countOutcomes(60, ask)).toEqual({ 200: 1, 409: 59 });
  });

  test("write the same computers from all nodes without a deadlock", async () => {
    const counts = await countOutcomes(300, (node, index) =>
      service.calls.update(node, service.ids[(index * 7) % 10] as string, { remoteUser: `user-${index}` }),
    );
    expect(counts).toEqual({ 200: 300 });
  });

  test("show callers nothing that one copy of the data could not have shown", async () => {
    const { violations, ...counts } = await service.checkHistory();
    expect(violations).toEqual([]);
    console.info(`checked: ${JSON.stringify(counts)}; callers saw: ${service.calls.summary()}`);
  });
});
