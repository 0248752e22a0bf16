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

describe("a credential with a slip, such as in a path that a caller composed,", () => {
  const encoded = (text: string) => Buffer.from(text).toString("base64url");
  const claims = encoded('{"iss":"https://issuer.example","sub":"usr_ada","exp":1800000000}');
  const signature = Buffer.from(Array.from({ length: 64 }, (_, at) => (at * 37) % 256)).toString("base64url");
  const key = generateApiKey();
  const jwt = [encoded('{"alg":"ES256","typ":"JWT"}'), claims, signature].join(".");

  /** Where two strings begin to have so much in common that a part of the secret is readable. */
  const readable = 12;

  test.each([
    ["API key", key, [key.slice(4)]],
    ["JWT", jwt, [claims, signature]],
  ])("leaves no part of the %s in the log", async (_what, token, secrets) => {
    const places = Array.from({ length: token.length + 1 }, (_, at) => at);
    const slips = [
      ...["x", "_", "Bearer", "Bearer%20", "bearer=", "/"].flatMap((more) => [more + token, token + more]),
      ...places.flatMap((at) => [
        token.slice(0, at) + token.slice(at + 1),
        ...["x", "-", ".", "%"].map((more) => token.slice(0, at) + more + token.slice(at)),
      ]),
    ];
    const pieces = secrets.flatMap((secret) =>
      Array.from({ length: secret.length - readable + 1 }, (_, at) => secret.slice(at, at + readable)),
    );
    const shown: string[] = [];
    for (const slip of slips) {
      const { log, lines } = logTo("debug");
      createRequestLog(log)({ ...request, computerId: slip });
      log.error({ err: new Error(`no ${slip}, please`), reason: `it is ${slip}` }, `GET /${slip}?x`);
      const text = (await lines()).join();
      if (pieces.some((piece) => text.includes(piece)) || !text.includes('"ownerId":"usr_ada"'))
        shown.push(slip);
    }
    expect(shown).toEqual([]);
  });

  test("leaves the IDs of the service and of issuers in the log", async () => {
    const ids = [
      "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
      "auth0|507f1f77bcf86cd799439011",
      "cmp_01HZX9ABCDEFGHJKMNPQRSTVWX",
      "key_2424160fbbe54d64aa40a7608eb2f76e",
      "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10-zz",
      "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3",
    ];
    for (const id of ids) {
      const { log, lines } = logTo("debug");
      createRequestLog(log)({ ...request, ownerId: id, computerId: id, requestId: id });
      expect(JSON.parse((await lines()).join())).toMatchObject({
        ownerId: id,
        computerId: id,
        requestId: id,
      });
    }
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
