import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { fastify } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDocsSite } from "../../src/http/docs-site.ts";

const page = "<!doctype html><title>Docs</title>";
const lost = "<!doctype html><title>Page not found</title>";
const files: Readonly<Record<string, string>> = {
  "site/index.html": page,
  "site/404.html": "<!doctype html><title>Of another host</title>",
  "site/reference/index.html": page,
  "site/assets/style.css": "a{}",
  "site/packages/client.tgz": "packed",
  "site/openapi.yaml": "openapi: 3.1.0",
  "service/404.html": lost,
  "service/problems.html": "<!doctype html><title>Errors</title>",
  "service/problems/name-taken.html": "<!doctype html><title>Name taken</title>",
};
const http = fastify();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docs-site-"));
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await writeFile(`${file}.gz`, gzipSync(text));
    await writeFile(`${file}.br`, brotliCompressSync(text));
  }
  addDocsSite(http, folder);
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ["/", "/docs/"],
  ["/docs", "/docs/"],
  ["/docs/reference", "/docs/reference/"],
  // Its links are relative to its place in the site.
  ["/llms.txt", "/docs/llms.txt"],
])("%s redirects to %s", async (url, location) => {
  const { statusCode, headers } = await http.inject(url);
  expect([statusCode, headers.location]).toEqual([302, location]);
});

test.each([
  ["gzip, deflate, br", "br", (body: Buffer) => brotliDecompressSync(body)],
  ["gzip, deflate", "gzip", (body: Buffer) => gunzipSync(body)],
  ["br;q=0, gzip;q=0.5", "gzip", (body: Buffer) => gunzipSync(body)],
  ["identity", undefined, (body: Buffer) => body],
])("Accept-Encoding: %s gets %s", async (accepted, encoding, decompress) => {
  const response = await http.inject({ url: "/docs/reference/", headers: { "accept-encoding": accepted } });
  expect(response.headers["content-encoding"]).toBe(encoding);
  expect(response.headers.vary).toBe("Accept-Encoding");
  expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(decompress(response.rawPayload).toString()).toBe(page);
});

test.each(["/docs/", "/problems", "/problems/name-taken"])(
  "%s is revalidated by its ETag, which differs by encoding",
  async (url) => {
    const { headers, statusCode } = await http.inject(url);
    expect([statusCode, headers["cache-control"]]).toEqual([200, "no-cache"]);
    for (const tag of [`"other", ${headers.etag}`, `W/${headers.etag}`, "*"]) {
      const again = await http.inject({ url, headers: { "if-none-match": tag } });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", headers.etag]);
    }
    const other = await http.inject({ url, headers: { "if-none-match": '"other"' } });
    expect(other.statusCode).toBe(200);
    const zipped = await http.inject({ url, headers: { "accept-encoding": "gzip" } });
    expect(zipped.headers.etag).not.toBe(headers.etag);
  },
);

test.each([
  ["/docs/assets/style.css", "a{}", "public, max-age=31536000, immutable"],
  ["/problems/name-taken", "<title>Name taken</title>", "no-cache"],
  ["/problems", "<title>Errors</title>", "no-cache"],
  ["/packages/client.tgz", "packed", "no-cache"],
  ["/openapi.yaml", "openapi: 3.1.0", "no-cache"],
])("%s is %s, cached as %s", async (url, text, caching) => {
  const { body, headers } = await http.inject(url);
  expect([body, headers["cache-control"]]).toEqual([expect.stringContaining(text), caching]);
});

test("a path at the root whose file the site lacks is not found", async () => {
  expect((await http.inject("/openapi.json")).statusCode).toBe(404);
});

test("no page may run inline scripts, load from another origin, or send tokens unencrypted", async () => {
  const policy = String((await http.inject("/docs/")).headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; ");
  expect(policy).toContain("; connect-src 'self' https: http://127.0.0.1:* http://localhost:*; ");
  expect(policy).not.toMatch(/unsafe|\bhttp: /);
});

test.each([
  "/docs/missing/",
  "/docs/missing",
  "/docs/404.html",
  "/docs/reference/index.html/",
  "/problems/unheard-of",
  "/docs/..%2f..%2fetc%2fpasswd",
  "/docs/..%2fservice%2fproblems.html",
  "/docs/index.html%00.css",
])("%s is not found, and a page of the docs says so", async (url) => {
  const response = await http.inject({ url, headers: { "if-none-match": "*", "accept-encoding": "gzip" } });
  expect(response.statusCode).toBe(404);
  expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(response.headers.etag).toBeUndefined();
  expect(gunzipSync(response.rawPayload).toString()).toBe(lost);
});

test("a path outside the docs gets the service's own response", async () => {
  const paths = ["/docs/../docs-site.test.ts", "/docs/%2e%2e/%2e%2e/etc/passwd", "/lost"];
  for (const url of paths) {
    const { statusCode, headers } = await http.inject(url);
    expect([statusCode, headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
  }
});
