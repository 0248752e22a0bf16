import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StartedServer, startServer } from "../../src/index.ts";
import { sendRaw } from "./raw-http.ts";
import { expectSmallResponse, maxResponseBytes, testRandomBodies } from "./test-random-bodies.ts";

let server: StartedServer;

beforeAll(async () => {
  server = await startServer({ computers: [{ id: "a", name: "a", providerType: "byom" }] });
});

afterAll(() => server.close());

describe("a response to at most 64 KiB is small", () => {
  const patch = (body: string) => expectSmallResponse(server, body);

  test.each([
    ["thousands of members that are not known", `{${Array.from({ length: 7_000 }, (_, i) => `"${i}":1`)}}`],
    ["one member ten thousand times", `{${Array.from({ length: 10_000 }, () => '"a":1')}}`],
    ["repeated members under a long key", longKey("A")],
    ["repeated members under a long key that is escaped", longKey("~")],
    ["a long key that is escaped", `{"${"~".repeat(60_000)}":1}`],
  ])("of %s", async (_name, body) => {
    expect((await patch(body)).status).toBe(400);
  });

  testRandomBodies(30);

  test.each(["\u00ff", '"', "%41", "/", "x"])("of a path of thousands of %j", async (character) => {
    const target = `/api/v0/computers/${character.repeat(15_000 / Buffer.byteLength(character))}`;
    const head = `GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.apiKey}\r\n`;
    const { text, status } = await sendRaw(server, `${head}Connection: close\r\n\r\n`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text.length).toBeLessThan(maxResponseBytes);
    expect(URL.canParse((JSON.parse(text) as { instance: string }).instance, "http://host")).toBe(true);
  });
});

function longKey(character: string): string {
  const key = character.repeat(32_000);
  return `{"${key}":{${Array.from({ length: 5_000 }, () => '"b":1')}}}`;
}
