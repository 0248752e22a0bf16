import { afterAll, beforeAll, expect, test } from "vitest";
import { describeEngines } from "../describe-engines.ts";
import { type Engine, engines } from "../engines.ts";
import type { TestDatabase } from "../postgres/test-database.ts";
import { ServiceNodes } from "./service-nodes.ts";

/** How many nodes and computers race, and how many callers for each thing. */
export interface RaceSize {
  /** Of engines that several nodes may share. */
  readonly nodes: number;
  readonly computers: number;
  readonly retries: number;
  readonly hosts: number;
  readonly writes: number;
}

/** Declares the tests of nodes whose callers all want the same. */
export function testRaces(size: RaceSize): void {
  describeEngines(engines, (engine) => testRacesOn(engine, engine.isShared ? size : { ...size, nodes: 1 }));
}

function testRacesOn({ takeDatabase }: Engine, { nodes, computers, retries, hosts, writes }: RaceSize): void {
  let database: TestDatabase;
  let service: ServiceNodes;

  beforeAll(async () => {
    database = await takeDatabase();
    service = await ServiceNodes.start({
      count: nodes,
      databaseUrl: database.url,
      computers: computers + 1,
      stepMs: 3_000,
    });
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
      Array.from({ length: count }, (_, index) => call(service.urls[index % nodes] as string, index)),
    );
    const counts: Record<string, number> = {};
    for (const outcome of outcomes) counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1;
    return counts;
  }

  test(`let one of ${retries} callers retry a computer, and run its command once`, async () => {
    const [id = ""] = service.ids;
    const startedAt = performance.now();
    expect(await countOutcomes(retries, (node) => service.calls.retry(node, id))).toEqual({
      202: 1,
      409: retries - 1,
    });
    console.info(`${retries} retries of one computer took ${Math.round(performance.now() - startedAt)} ms`);
    await expect.poll(() => service.step.runs().length).toBe(1);
    await expect.poll(() => service.step.ends().length).toBe(1);
    expect(service.step.runs()).toHaveLength(1);
  });

  test(`give one name to one of ${computers} computers that ask for it`, async () => {
    const ask = (node: string, index: number) =>
      service.calls.update(node, service.ids[index] as string, { name: "the one" });
    expect(await countOutcomes(computers, ask)).toEqual({ 200: 1, 409: computers - 1 });
  });

  test(`give one host to one of ${computers} computers that ask for it`, async () => {
    const hostId = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
    const ask = (node: string, index: number) =>
      service.calls.update(node, service.ids[index] as string, { hostId });
    expect(await countOutcomes(computers, ask)).toEqual({ 200: 1, 409: computers - 1 });
  });

  test(`let one of ${hosts} callers set the host of a computer`, async () => {
    const id = service.ids[computers] as string;
    const hostOf = (index: number) => `3f0c9a52-6b1e-4f0f-9d1c-${String(index).padStart(12, "0")}`;
    const ask = (node: string, index: number) => service.calls.update(node, id, { hostId: hostOf(index) });
    expect(await countOutcomes(hosts, ask)).toEqual({ 200: 1, 409: hosts - 1 });
  });

  test("write the same computers from all nodes without a deadlock", async () => {
    const counts = await countOutcomes(writes, (node, index) =>
      service.calls.update(node, service.ids[(index * 7) % 10] as string, { remoteUser: `user-${index}` }),
    );
    expect(counts).toEqual({ 200: writes });
  });

  test("show callers nothing that one copy of the data could not have shown", async () => {
    const { violations, ...counts } = await service.checkHistory();
    expect(violations).toEqual([]);
    console.info(`checked: ${JSON.stringify(counts)}; callers saw: ${service.calls.summary()}`);
  });
}
