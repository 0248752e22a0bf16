import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { type ClientOptions, createClient } from "../src/index.ts";
import { schemas } from "../src/schemas.gen.ts";
import { json, startServer } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";

const token = "sk_live_very-secret-token";

/** Everything that a log could show of an error. */
function everyPrint(error: unknown): string {
  const { message, stack, cause } = error as Error;
  const lines: string[] = [];
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  new Console({ stdout }).log(error);
  const inspected = inspect(error, { depth: 9, showHidden: true });
  return [
    String(error),
    message,
    stack,
    JSON.stringify(error),
    inspected,
    inspect(cause, { depth: 9 }),
    JSON.stringify(cause),
    ...lines,
  ].join("\n");
}

const failure = (options: Partial<ClientOptions> & { baseUrl: string }) =>
  rejectionOf(createClient({ token, maxRetries: 0, ...options }).computers.get("cmp_1"));

test.each([400, 401, 404, 409, 413, 415, 418, 429, 500, 503])(
  "%i, echoing the token, does not show it",
  async (status) => {
    const { baseUrl } = await startServer((response, { headers }) =>
      json(
        response,
        status,
        {
          title: "Bad",
          detail: `Sent ${headers.authorization}`,
          errors: [{ message: headers.authorization }],
        },
        { "x-echo": token, "content-type": "application/problem+json" },
      ),
    );
    const error = await failure({ baseUrl });
    expect(error.problem.detail).toBe("Sent Bearer [redacted]");
    expect(everyPrint(error)).not.toContain(token);
  },
);

test("a fetch that fails with the request on its error does not show it", async () => {
  const fetch = async (_url: string, init: RequestInit) => {
    const cause = Object.assign(new Error(`refused ${JSON.stringify(init.headers)}`), { config: init });
    throw Object.assign(new TypeError(`fetch failed for ${token}`, { cause }), { request: init });
  };
  const error = await failure({ baseUrl: "http://a", fetch });
  expect(error).toMatchObject({ name: "ConnectionError", cause: { message: "fetch failed for [redacted]" } });
  expect(everyPrint(error)).not.toContain(token);
});

test.each(["<html>TOKEN", '{"id":"TOKEN', '"TOKEN"', '{"id":5,"name":"TOKEN"}'])(
  "a 200 with %s does not show it",
  async (body) => {
    const { baseUrl } = await startServer((response) =>
      response.writeHead(200, { "x-echo": token }).end(body.replace("TOKEN", token)),
    );
    const error = await failure({ baseUrl, validate: schemas });
    expect(error.name).toBe("InvalidResponseError");
    expect(everyPrint(error)).not.toContain(token);
  },
);

test("a timeout and a refused argument do not show it", async () => {
  const { baseUrl } = await startServer(() => {});
  expect(everyPrint(await failure({ baseUrl, timeoutMs: 50 }))).not.toContain(token);
  expect(() => createClient({ baseUrl, token: `${token}\n` })).toThrow(expect.not.stringContaining(token));
  const error = await failure({ baseUrl, token: () => `${token} ` });
  expect(error.name).toBe("TokenError");
  expect(everyPrint(error)).not.toContain(token);
});

test("an error after a refresh shows neither the refused token nor the new one", async () => {
  const { baseUrl } = await startServer((response) =>
    json(response, 401, { detail: `${token}-old, ${token}-new` }),
  );
  const error = await failure({ baseUrl, token: ({ refresh }) => `${token}-${refresh ? "new" : "old"}` });
  expect(error.problem.detail).toBe("[redacted], [redacted]");
  expect(everyPrint(error)).not.toContain(token);
});

test("a refresh that fails with the old token in its message does not show it", async () => {
  const { baseUrl } = await startServer((response) => json(response, 401, {}));
  const refreshing = ({ refresh }: { refresh: boolean }) => {
    if (refresh) throw new Error(`cannot refresh ${token}`);
    return token;
  };
  const error = await failure({ baseUrl, token: refreshing });
  expect(error).toMatchObject({
    name: "AuthenticationError",
    cause: { message: "cannot refresh [redacted]" },
  });
  expect(everyPrint(error)).not.toContain(token);
});
