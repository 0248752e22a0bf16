import { fileURLToPath } from "node:url";
import { readApi } from "@compute-host/openapi";
import { serverOperations } from "@compute-host/openapi/server-operations-source";
import type { Problem } from "@compute-host/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Authenticator } from "../../src/auth/authenticator.ts";
import { type ServedDescription, serveDescription } from "../../src/http/http-server.ts";
import { silentLogger } from "../../src/observability/logger.ts";
import { expectProblem } from "../http/expect-problem.ts";
import { harbourHandlers } from "./harbour-handlers.ts";

const failures: unknown[] = [];
/** What a handler of restartShip returns instead. */
let wrongReply: unknown;
let origin: string;
let close: () => Promise<void>;

/** Accepts one credential. */
function accepting(accepted: string, ownerId: string, scopes: readonly string[] = []): Authenticator {
  return {
    authenticate: (credential) =>
      credential === accepted ? { ownerId, credentialId: ownerId, scopes } : undefined,
  };
}

beforeAll(async () => {
  const api = await readApi(fileURLToPath(new URL("harbour.yaml", import.meta.url)));
  const handlers: typeof harbourHandlers = {
    ...harbourHandlers,
    restartShip: (call) => wrongReply ?? harbourHandlers.restartShip?.(call),
  };
  const authenticators = {
    token: accepting("Bearer t", "ada"),
    login: accepting("Basic bG9naW4=", "bob"),
    adminKey: accepting("k", "root"),
    queryKey: accepting("q", "quentin"),
    oauth: accepting("Bearer o", "olga", ["harbour.read"]),
  };
  const served = { ...serverOperations(api), description: api.document } as unknown as ServedDescription;
  const { http } = await serveDescription(
    { ...served, handlers, authenticators },
    {
      logger: { ...silentLogger, error: ({ err }: { err?: unknown }) => failures.push(String(err)) },
      corsOrigins: ["loopback"],
    },
  );
  origin = await http.listen({ host: "127.0.0.1", port: 0 });
  close = () => http.close();
});
afterAll(() => close());

type SentBody = string | Uint8Array<ArrayBuffer> | URLSearchParams | FormData;

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: SentBody;
}

async function send(path: string, { headers, ...init }: Sent = {}) {
  const response = await fetch(origin + path, {
    ...init,
    headers: { authorization: "Bearer t", ...headers },
  });
  const text = await response.text();
  const { status } = response;
  return {
    status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(text) as never;
    },
  };
}

const post = (path: string, type: string, body: SentBody, method = "POST") =>
  send(path, { method, body, headers: { "content-type": type } });

describe("a reply", () => {
  test.each([
    ["argo", 201, "/ships/argo", { name: "argo", flag: "none" }],
    ["bounty", 202, null, undefined],
    ["ark", 402, null, { berths: 2 }],
  ])("to %s has its status, header fields and body", async (name, status, location, body) => {
    const response = await post("/ships", "application/json", JSON.stringify({ name }));
    expect([response.status, response.headers.get("location")]).toEqual([status, location]);
    expect(response.text && response.json).toEqual(body ?? "");
    expect(response.headers.get("content-type")).toBe(body === undefined ? null : "application/json");
    expect(response.headers.get("x-request-id")).toMatch(/./);
  });

  test("may be any status of a range", async () => {
    const response = await post("/ships/7", "application/merge-patch+json", "{}", "PATCH");
    expect([response.status, response.json]).toEqual([207, { name: "8" }]);
  });

  test("may be another success than the first", async () => {
    expect(await send("/ships/1:restart", { method: "POST" })).toMatchObject({ status: 202 });
    expect(await send("/ships/2:restart", { method: "POST" })).toMatchObject({
      status: 200,
      text: '{"name":"restarted"}',
    });
  });

  test.each([
    ["a value that would split it", { status: 200, headers: { a: "b\r\nc: d" }, body: "{}" }],
    ["a name that is none", { status: 200, headers: { "a b": "c" }, body: "{}" }],
    ["another length", { status: 200, headers: { "Content-Length": 1 }, body: "{}" }],
    ["no status", { status: 1000, body: "{}" }],
  ])("with %s is a 500 that the log explains", async (_name, reply) => {
    wrongReply = reply;
    failures.length = 0;
    const response = await send("/ships/2:restart", { method: "POST" });
    wrongReply = undefined;
    expectProblem(response, 500, "internal-error");
    expect(failures).toEqual([expect.stringMatching(/header|Header|status/)]);
  });

  test("without a body has none on the wire either", async () => {
    wrongReply = { status: 204, body: "{}" };
    const response = await send("/ships/2:restart", { method: "POST" });
    wrongReply = undefined;
    expect([response.status, response.text, response.headers.get("content-length")]).toEqual([204, "", null]);
  });

  test("can be read by pages of other origins, with its header fields", async () => {
    const response = await send("/ships", { headers: { origin: "http://localhost" } });
    expect(response.headers.get("access-control-expose-headers")).toMatch(/X-Total-Count.*Location/);
  });

  test("may set several cookies", async () => {
    expect((await send("/rules")).headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2"]);
  });

  test("may have the media type that the request prefers", async () => {
    const headers = { accept: "image/webp", "content-type": "application/octet-stream" };
    const response = await send("/photo", { method: "PUT", body: "abc", headers });
    expect([response.headers.get("content-type"), response.text]).toEqual(["image/webp", "abc"]);
  });

  test("may be a problem with a sentence and members of its own", async () => {
    const response = await post("/ships", "application/json", '{"name":"twin"}');
    expect(expectProblem(response, 409, "name-taken")).toMatchObject({ detail: "There is one.", depth: 2 });
  });
});

describe("credentials", () => {
  const challenge =
    'ApiKey in="header", name="x-admin-key", Basic realm="api", ApiKey in="query", name="key", Bearer';

  test.each<[string, Record<string, string>, number, string]>([
    ["/admin", { "x-admin-key": "k", authorization: "Basic bG9naW4=" }, 200, "root"],
    ["/admin", { "x-admin-key": "k", authorization: "" }, 401, challenge],
    ["/admin", { authorization: "Basic bG9naW4=" }, 401, challenge],
    ["/admin?key=q", { authorization: "" }, 200, "quentin"],
    ["/admin?key=q&key=q", { authorization: "" }, 401, challenge],
    ["/admin", { authorization: "Bearer o" }, 200, "olga"],
    ["/ships/1", {}, 401, "Bearer"],
    ["/tide", { authorization: "Bearer t" }, 200, "ada"],
    ["/tide", { authorization: "" }, 200, "nobody"],
    ["/tide", { authorization: "Digest x" }, 200, "nobody"],
    ["/tide", { authorization: "bearer wrong" }, 401, "Bearer"],
    ["/health", { authorization: "" }, 204, ""],
  ])("of %s with %j: %i %s", async (path, headers, status, text) => {
    const put = path === "/ships/1" && { method: "PUT", headers: { authorization: "" } };
    const response = await send(path, put || { headers });
    expect(response.status).toBe(status);
    if (status === 401) expect(response.headers.get("www-authenticate")).toBe(text);
    else expect(response.text).toBe(text);
  });
});

test("credentials without a scope get 403, with the scopes that are needed", async () => {
  const options = { method: "OPTIONS", headers: { authorization: "Bearer o" } };
  const response = await send("/rules", options);
  const problem = { type: "about:blank", title: "Forbidden", status: 403 };
  expect([response.status, response.json]).toMatchObject([403, problem]);
  expect(response.headers.get("www-authenticate")).toBe(
    'Bearer error="insufficient_scope", scope="harbour.read harbour.write"',
  );
  expect((await send("/rules", { method: "OPTIONS" })).status).toBe(401);
});

test("a 401 names the credentials that its operation takes", async () => {
  const { detail } = expectProblem(
    await send("/admin", { headers: { authorization: "" } }),
    401,
    "unauthenticated",
  );
  expect(detail).toBe(
    "Send valid credentials as the header field x-admin-key with Authorization: Basic, or as the query parameter key, or as Authorization: Bearer.",
  );
});

describe("OPTIONS", () => {
  test("of a described operation is for its handler, and in Allow", async () => {
    const { headers } = await send("/rules", { method: "DELETE" });
    expect(headers.get("allow")?.split(", ").toSorted()).toEqual(["GET", "HEAD", "OPTIONS"]);
  });

  test("of a browser, before a request, needs no credentials", async () => {
    const asked = { origin: "http://localhost", "access-control-request-method": "GET", authorization: "" };
    const { status, headers } = await send("/rules", { method: "OPTIONS", headers: asked });
    expect([status, headers.get("access-control-allow-methods")]).toEqual([
      204,
      expect.stringContaining("GET"),
    ]);
  });
});

describe("a path", () => {
  test.each([
    ["/releases/v1.2/.lts", "2|2|lts"],
    ["/%72eleases/v1%2E2/.a%2Fb", "2|2|a/b"],
    ["/a(b)*+c.d/gr%C3%B6%C3%9Fe", "odd"],
    ["/ships/7", "ship 7"],
    ["/ships/7:log", "log of 7"],
  ])("%s reaches its operation", async (path, text) => {
    expect(await send(path)).toMatchObject({ status: 200, text });
  });

  test.each([
    ["/releases/1.2/lts", "GET", 404, null],
    ["/releases/v1/lts", "GET", 404, null],
    ["/aaab*+c.d/gr%C3%B6%C3%9Fe", "GET", 404, null],
    ["/releases/v1.2/lts", "DELETE", 405, "GET, HEAD"],
    ["/%73hips/7", "DELETE", 405, "GET, HEAD, PUT, PATCH"],
    ["/ships/7:restart", "DELETE", 405, "GET, HEAD, POST, PUT, PATCH"],
  ])("%s with %s gets %i", async (path, method, status, allow) => {
    const response = await send(path, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([status, allow]);
  });

  test("with a parameter that breaks its schema gets 400", async () => {
    const { errors } = expectProblem(await send("/releases/va.2/.lts"), 400, "invalid-request");
    expect(errors).toMatchObject([{ parameter: "major" }]);
  });
});

describe("defaults", () => {
  test("fill parameters that are left out", async () => {
    const { json, headers } = await send("/ships");
    expect(json).toEqual([{ name: "ada 20 name" }]);
    expect([headers.get("x-total-count"), headers.get("etag")]).toEqual(["1", null]);
    const other = await send("/ships?limit=3&flag=f", { headers: { "x-sort": "age" } });
    expect([other.json, other.headers.get("etag")]).toEqual([[{ name: "ada 3 age" }], "f"]);
  });

  test("fill the body of a PUT", async () => {
    expect(await post("/ships/7", "application/vnd.ship+json", "{}", "PUT")).toMatchObject({ status: 204 });
  });
});

describe("a body", () => {
  test.each<[string, SentBody, number]>([
    ["text/plain", "größe", 204],
    ["text/plain; charset=iso-8859-1", Buffer.from("größe", "latin1"), 204],
    ["text/plain", Buffer.from("größe", "latin1"), 400],
    ["text/plain", "longer than ten", 400],
  ])("of %s is text: %s", async (type, body, status) => {
    expect((await post("/log", type, body)).status).toBe(status);
  });

  test("may be left out", async () => {
    expect((await send("/log", { method: "POST" })).status).toBe(204);
    expectProblem(await send("/crew", { method: "POST" }), 400, "invalid-request");
  });

  test("of bytes stays as it is, and is returned in the media type that the handler names", async () => {
    const bytes = new Uint8Array([0, 255, 128]);
    const response = await fetch(`${origin}/photo`, {
      method: "PUT",
      body: bytes,
      headers: { authorization: "Bearer t", "content-type": "application/octet-stream" },
    });
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes.toReversed());
    expect((await post("/photo", "image/webp", bytes, "PUT")).headers.get("content-type")).toBe("image/webp");
  });

  test("of a form becomes an object", async () => {
    const form = new URLSearchParams("name=ada&age=36&skills=a&skills=b");
    const urlEncoded = await send("/crew", { method: "POST", body: form });
    expect(urlEncoded.json).toEqual({ name: "ada", age: 36, skills: ["a", "b"] });

    const parts = new FormData();
    for (const [name, value] of [...form, ["notes", "{}"] as const]) parts.append(name, value);
    parts.append("portrait", new Blob(["png"]), "a.png");
    parts.append("papers", new Blob(["pdf"]), "a.pdf");
    const multipart = await send("/crew", { method: "POST", body: parts });
    const { json } = urlEncoded;
    expect(multipart.json).toEqual({ ...(json as object), notes: "{}", texts: ["png", "pdf"] });
  });

  test("of a form names each wrong field", async () => {
    const parts = new FormData();
    for (const [name, value] of [
      ["name", "a"],
      ["name", "b"],
      ["age", "x"],
    ] as const)
      parts.append(name, value);
    parts.append("portrait", new Blob(["longer than ten"]), "a.png");
    parts.append("papers", "no file");
    const { errors } = expectProblem(
      await send("/crew", { method: "POST", body: parts }),
      400,
      "invalid-request",
    ) as Problem & { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      "/age",
      "/name",
      "/papers",
      "/portrait",
    ]);
  });

  test("that cannot be parsed as a form is refused", async () => {
    const type = "multipart/form-data; boundary=x";
    expectProblem(await post("/crew", type, "nothing"), 400, "invalid-request");
  });

  const readOnly = (...pointers: string[]) =>
    pointers.map((pointer) => ({ pointer, message: "is read-only" }));

  test.each([
    ["in a part, through a reference", { id: "a", weight: 1 }, readOnly("/id")],
    ["in an object", { owner: { name: "a", since: 1 } }, readOnly("/owner/since")],
    ["in a closed object", { seal: { color: "red", number: 7 } }, readOnly("/seal/number")],
    ["in an item", { parts: [{}, { weight: 1, id: null }] }, readOnly("/parts/1/id")],
    [
      "in a map",
      { byHold: { a: { id: "a" }, b: { seal: { number: 7 } } } },
      readOnly("/byHold/a/id", "/byHold/b/seal/number"),
    ],
  ])("with a read-only property %s is refused at its place", async (_place, body, errors) => {
    const response = await post("/cargo", "application/json", JSON.stringify(body));
    expect(expectProblem(response, 400, "invalid-request").errors).toEqual(errors);
  });

  test("without its read-only properties is accepted, also those that are required", async () => {
    const body = { weight: 1, owner: { name: "a" }, seal: {}, parts: [{}], byHold: { a: { weight: 2 } } };
    expect((await post("/cargo", "application/json", JSON.stringify(body))).json).toEqual(body);
  });

  test("of another media type is refused, with those that the operation takes", async () => {
    const problem = expectProblem(await post("/crew", "text/csv", "a"), 415, "unsupported-media-type");
    expect(problem.detail).toBe(
      "Send the body as Content-Type: application/x-www-form-urlencoded or multipart/form-data.",
    );
  });
});
