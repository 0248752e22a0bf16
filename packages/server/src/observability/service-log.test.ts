import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { generateApiKey } from "../auth/api-key.ts";
import type { ObservedRequest } from "./request-observer.ts";
import { createRequestLog, createServiceLog } from "./service-log.ts";

function logTo(level: "debug" | "info" = "info") {
  const writes: string[] = [];
  const log = createServiceLog({ level, destination: { write: (text) => void writes.push(text) } });
  /** Every line so far, once this turn's are written. */
  const lines = async () => {
    await nextTurn();
    return writes.join("").split("\n").filter(Boolean);
  };
  return { log, lines, writes };
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
  test("is one JSON object a line with level, time, fields and message", async () => {
    const { log, lines } = logTo();
    log.info({ requestId: "req-1" }, "hello");
    expect(await lines()).toHaveLength(1);
    expect(JSON.parse((await lines())[0] ?? "")).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      requestId: "req-1",
      msg: "hello",
    });
  });

  test("writes the lines of one turn of the event loop together, in the next tick", async () => {
    const { log, writes } = logTo();
    log.info({}, "first");
    log.warn({}, "second");
    expect(writes).toEqual([]);
    await new Promise<void>((resolve) => process.nextTick(resolve));
    expect(writes).toEqual([expect.stringMatching(/^\{.*first.*\}\n\{.*second.*\}\n$/)]);
    log.info({}, "third");
    await nextTurn();
    expect(writes).toHaveLength(2);
  });

  test("masks fields with a secret's name at any depth", async () => {
    const { log, lines } = logTo();
    log.warn(
      {
        authorization: "s3cret",
        headers: { cookie: "s3cret" },
        req: { headers: { authorization: "s3cret" } },
        a: { b: { c: { d: { Password: 'quoted \\" s3cret', token: "s3cret" } } } },
      },
      "x",
    );
    expect((await lines()).join()).not.toContain("s3cret");
    expect(JSON.parse((await lines())[0] ?? "")).toMatchObject({ headers: { cookie: "[masked]" } });
  });

  test("masks credentials wherever they are: message, error, stack, URL", async () => {
    const { log, lines } = logTo();
    const key = generateApiKey();
    const jwt = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c3JfYWRhIn0.c2lnbmF0dXJl";
    log.error(
      { err: new Error(`bad ${key}`), header: `Bearer ${jwt}`, url: "https://ada:pw@host/x" },
      `no ${key} ${jwt} DB_PASSWORD=hunter2 ghp_0123456789abcdefghijABCDEFGHIJ012345`,
    );
    const text = (await lines()).join();
    for (const secret of [key, key.slice(4), "c2lnbmF0dXJl", "eyJzdWIi", "ada:pw", "hunter2", "ABCDEFG"])
      expect(text).not.toContain(secret);
    expect(text).toContain("[masked]");
    expect(() => JSON.parse(text)).not.toThrow();
  });
});

describe("the request log", () => {
  test("has a line for each accepted write and slow request, and for others only at debug", async () => {
    const { log, lines } = logTo();
    const observe = createRequestLog(log);
    observe(request);
    observe({ ...request, status: 404 });
    observe({ ...request, method: "PATCH", operationId: "updateComputer", status: 409 });
    observe({ ...request, status: 503 });
    expect(await lines()).toEqual([]);
    observe({ ...request, method: "PATCH", operationId: "updateComputer" });
    observe({ ...request, durationMs: 1000 });
    expect((await lines()).map((line) => JSON.parse(line))).toMatchObject([
      {
        level: "info",
        msg: "write accepted",
        operationId: "updateComputer",
        computerId: "cmp_1",
        credentialId: "key_1",
        ownerId: "usr_ada",
        requestId: "req-1",
        peer: "127.0.0.1",
      },
      { level: "warn", durationMs: 1000 },
    ]);
    const debug = logTo("debug");
    createRequestLog(debug.log)(request);
    expect(await debug.lines()).toHaveLength(1);
  });
});
