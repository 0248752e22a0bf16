import { expect, test } from "vitest";
import { contendersOf } from "../bench/contenders.ts";
import { isBelowFloor, ratioFigures } from "../bench/figures.ts";
import { timeToReady } from "../bench/startup.ts";
import { Workplace } from "./run-command.ts";

test.each([
  ["above it by both", [0.6, 0.4, 0.5], [0.5], false],
  ["below it by the rate, which other work lowers", [0.1, 0.1, 0.9], [0.5], false],
  ["below it by the CPU time alone", [0.6], [0.1], false],
  ["below it by both", [0.1, 0.1, 0.9], [0.3], true],
])("a ratio with a floor that is %s", (_name, values, byCpu, isBelow) => {
  expect(isBelowFloor({ what: "", values, byCpu, floor: 0.4 })).toBe(isBelow);
  expect(isBelowFloor({ what: "", values, byCpu })).toBe(false);
});

test("every ratio of the benchmark is between two of its loads", () => {
  const target = { url: "", pid: 0 };
  const [key, databasePath] = ["", ""];
  const service = (computers: number) => ({ computers, databasePath, target, key, listKeys: [key] });
  const contenders = contendersOf({
    services: [service(100), service(10_000), service(1_000_000)],
    bare: target,
    prism: target,
    postgres: { databasePid: 0, nodes: [target, target], transactions: target, key, listKeys: [key] },
    jwt: "",
  });
  const run = { requestsPerSecond: 1, cpuPerRequest: 1, databaseCpuPerRequest: 1, latency: 1 };
  const figures = ratioFigures(new Map(contenders.map(({ name }) => [name, [run]])), 100, 1_000_000);
  expect(figures).toHaveLength(13);
});

test("the benchmark starts the service", async () => {
  await using place = new Workplace();
  expect(await timeToReady(place.databasePath)).toBeGreaterThan(0);
});
