import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { fastify } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDocsSite } from "../../src/http/docs-site.ts";

const page = "<!doctype html><title>Docs</title>";
const http = fastify();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docs-site-"));
  await mkdir(join(folder, "reference"));
  await mkdir(join(folder, "errors/name-taken"), { recursive: true });
  await mkdir(join(folder, "assets"));
  for (const path of ["index.html", "reference/index.html", "errors/name-taken/index.html"]) {
    await writeFile(join(folder, path), page);
    await writeFile(join(folder, `${path}.gz`), gzipSync(page));
    await writeFile(join(folder, `${path}.br`), brotliCompressSync(page));
  }
  await writeFile(join(folder, "assets/style.css"), "a{}");
  addDocsSite(http, folder);
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ["/docs", "/docs/"],
  ["/docs/reference", "/docs/reference/"],
  ["/problems", "/docs/errors/"],
  ["/problems/name-taken", "/docs/errors/name-taken/"],
])("%s leads to %s", async (url, location) => {
  const { statusCode, headers } = await http.inject(url);
  expect([statusCode, headers.location]).toEqual([302, location]);
});

test("a browser that opens / lands at the docs; other clients find nothing there", async () => {
  const browser = await http.inject({ url: "/", headers: { accept: "text/html,*/*;q=0.8" } });
  expect([browser.statusCode, browser.headers.location]).toEqual([302, "/docs/"]);
  expect((await http.inject({ url: "/", headers: { accept: "*/*" } })).statusCode).toBe(404);
});

test.each([
  ["gzip, deflate, br", "br", (body: Buffer) => brotliDecompressSync(body)],
  ["br;q=0, gzip", "gzip", (body: Buffer) => gunzipSync(body)],
  ["*", "br", (body: Buffer) => brotliDecompressSync(body)],
  ["identity", undefined, (body: Buffer) => body],
  ["gzip;q=0", undefined, (body: Buffer) => body],
])("Accept-Encoding: %s gets %s", async (accepted, encoding, decompress) => {
  const response = await http.inject({ url: "/docs/reference/", headers: { "accept-encoding": accepted } });
  expect(response.headers["content-encoding"]).toBe(encoding);
  expect(response.headers.vary).toBe("Accept-Encoding");
  expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(decompress(response.rawPayload).toString()).toBe(page);
});

test("a page is revalidated by its ETag, which differs by encoding; an asset is kept for good", async () => {
  const { headers } = await http.inject("/docs/");
  expect(headers["cache-control"]).toBe("no-cache");
  const again = await http.inject({
    url: "/docs/",
    headers: { "if-none-match": `"other", ${headers.etag}` },
  });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  const zipped = await http.inject({ url: "/docs/", headers: { "accept-encoding": "gzip" } });
  expect(zipped.headers.etag).not.toBe(headers.etag);
  const asset = await http.inject("/docs/assets/style.css");
  expect(asset.headers["cache-control"]).toContain("immutable");
});

test("no page may run what stands in it, or ask elsewhere", async () => {
  const policy = String((await http.inject("/docs/")).headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
});

test.each([
  "/docs/missing/",
  "/problems/unheard-of",
  "/problems/..",
  "/packages/..%2findex.html",
  "/docs/../docs-site.test.ts",
  "/docs/%2e%2e/%2e%2e/etc/passwd",
  "/docs/..%2f..%2fetc%2fpasswd",
  "/docs/index.html%00.css",
])("%s is not found", async (url) => {
  expect((await http.inject(url)).statusCode).toBe(404);
});
