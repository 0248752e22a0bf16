import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { generateApiKey } from "../auth/api-key.ts";
import type { ObservedRequest } from "./request-observer.ts";
import { createRequestLog, createServiceLog } from "./service-log.ts";

function logTo(level: "debug" | "info" = "info") {
  const writes: string[] = [];
  const log = createServiceLog({ level, destination: { write: (text) => void writes.push(text) } });
  /** Every line so far, once this turn's lines are written. */
  const lines = async () => {
    await nextTurn();
    return writes.join("").split("\n").filter(Boolean);
  };
  return { log, lines };
}

const request: ObservedRequest = {
  operationId: "getComputer",
  method: "GET",
  status: 200,
  durationMs: 2,
  requestId: "req-1",
  credentialId: "key_1",
  ownerId: "usr_ada",
  computerId: "cmp_1",
  peer: "127.0.0.1",
  traceparent: () => "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
};

describe("the log", () => {
  test("masks fields with a secret's name at any depth, and credentials wherever they are", async () => {
    const { log, lines } = logTo();
    const key = generateApiKey();
    const jwt = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c3JfYWRhIn0.c2lnbmF0dXJl";
    const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    log.error(
      {
        authorization: "s3cret",
        headers: { cookie: "s3cret" },
        a: { b: { c: { Password: 'quoted \\" s3cret' } } },
        err: new Error(`bad ${key}`),
        header: `Bearer ${jwt}`,
        url: "https://ada:pw@host/x",
      },
      `no ${key} ${jwt} DB_PASSWORD=hunter2 ${token}`,
    );
    const text = (await lines()).join();
    for (const secret of ["s3cret", key.slice(4), "c2lnbmF0dXJl", "eyJzdWIi", "ada:pw", "hunter2", token])
      expect(text).not.toContain(secret);
    expect(JSON.parse(text)).toMatchObject({ headers: { cookie: "[masked]" } });
  });
});

test("slow requests are logged as warnings, accepted writes at info, and others at debug", async () => {
  const { log, lines } = logTo();
  const observe = createRequestLog(log);
  const update = { ...request, method: "PATCH", operationId: "updateComputer" };
  for (const quiet of [request, { ...request, status: 404 }, { ...update, status: 409 }]) observe(quiet);
  expect(await lines()).toEqual([]);
  observe(update);
  observe({ ...request, durationMs: 1000 });
  expect((await lines()).map((line) => JSON.parse(line).level)).toEqual(["info", "warn"]);
  const debug = logTo("debug");
  createRequestLog(debug.log)(request);
  expect(await debug.lines()).toHaveLength(1);
});

test("a flood of slow requests has ten lines, and the rest is counted in the next one", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { log, lines } = logTo();
  const observe = createRequestLog(log);
  for (let count = 0; count < 500; count++) observe({ ...request, durationMs: 5_000 });
  expect(await lines()).toHaveLength(10);
  vi.advanceTimersByTime(10_000);
  observe({ ...request, durationMs: 5_000 });
  expect(JSON.parse((await lines()).at(-1) ?? "")).toMatchObject({ msg: "request was slow", others: 490 });
});
