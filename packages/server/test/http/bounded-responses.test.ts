import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StartedServer, startServer } from "../../src/index.ts";
import { apiOf } from "./api-client.ts";
import { sendRaw } from "./raw-http.ts";

/** The size limit of responses other than records and lists, in bytes. */
const maxResponseBytes = 16 * 1024;
let server: StartedServer;

beforeAll(async () => {
  server = await startServer({ computers: [{ id: "a", name: "a", providerType: "byom" }] });
});

afterAll(() => server.close());

describe("a response to a request of at most 64 KiB is small", () => {
  test.each([
    ["thousands of unknown members", `{${Array.from({ length: 7_000 }, (_, i) => `"${i}":1`)}}`, 20],
    ["one member ten thousand times", `{${Array.from({ length: 10_000 }, () => '"a":1')}}`, 1],
    ["a long, escaped key", `{"${"~".repeat(60_000)}":1}`, 1],
  ])("of %s", async (_name, body, places) => {
    const { status, text, json } = await apiOf(server)("/api/v0/computers/a", { method: "PATCH", body });
    expect([status, (json as { errors: object[] }).errors.length]).toEqual([400, places]);
    expect(text.length).toBeLessThan(maxResponseBytes);
  });

  test.each(["\u00ff", '"', "%41", "/", "x"])("of a path of thousands of %j", async (character) => {
    const target = `/api/v0/computers/${character.repeat(15_000 / Buffer.byteLength(character))}`;
    const head = `GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.apiKey}\r\n`;
    const { text, status } = await sendRaw(server, `${head}Connection: close\r\n\r\n`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text.length).toBeLessThan(maxResponseBytes);
    expect(URL.canParse((JSON.parse(text) as { instance: string }).instance, "http://host")).toBe(true);
  });
});
