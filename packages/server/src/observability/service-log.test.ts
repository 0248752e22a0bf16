import { describe, expect, test } from "vitest";
import { generateApiKey } from "../auth/api-key.ts";
import type { ObservedRequest } from "./request-observer.ts";
import { createRequestLog, createServiceLog } from "./service-log.ts";

function logTo(level: "debug" | "info" = "info") {
  const lines: string[] = [];
  const log = createServiceLog({ level, destination: { write: (line) => void lines.push(line) } });
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
};

describe("the log", () => {
  test("is one JSON object a line with level, time, fields and message", () => {
    const { log, lines } = logTo();
    log.info({ requestId: "req-1" }, "hello");
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      requestId: "req-1",
      msg: "hello",
    });
  });

  test("masks fields with a secret's name at any depth", () => {
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
    expect(lines.join()).not.toContain("s3cret");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ headers: { cookie: "[masked]" } });
  });

  test("masks credentials wherever they are: message, error, stack, URL", () => {
    const { log, lines } = logTo();
    const key = generateApiKey();
    const jwt = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c3JfYWRhIn0.c2lnbmF0dXJl";
    log.error(
      { err: new Error(`bad ${key}`), header: `Bearer ${jwt}`, url: "https://ada:pw@host/x" },
      `no ${key} ${jwt}`,
    );
    const text = lines.join();
    for (const secret of [key, key.slice(4), "c2lnbmF0dXJl", "eyJzdWIi", "ada:pw"])
      expect(text).not.toContain(secret);
    expect(text).toContain("[masked]");
    expect(() => JSON.parse(lines[0] ?? "")).not.toThrow();
  });
});

describe("the request log", () => {
  test("has a line for each accepted write and slow request, and for others only at debug", () => {
    const { log, lines } = logTo();
    const observe = createRequestLog(log, 1000);
    observe(request);
    observe({ ...request, status: 404 });
    observe({ ...request, method: "PATCH", operationId: "updateComputer", status: 409 });
    observe({ ...request, status: 503 });
    expect(lines).toEqual([]);
    observe({ ...request, method: "PATCH", operationId: "updateComputer" });
    observe({ ...request, durationMs: 1000 });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
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
    createRequestLog(debug.log, 1000)(request);
    expect(debug.lines).toHaveLength(1);
  });

  test("counts failed authentications, and has one line for many of them", () => {
    const { log, lines } = logTo();
    const observe = createRequestLog(log, 1000);
    for (let guess = 0; guess < 300; guess++) observe({ ...request, status: 401, credentialId: undefined });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: "warn", failures: 1, peer: "127.0.0.1" },
    ]);
  });
});
