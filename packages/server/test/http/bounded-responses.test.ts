import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StartedServer, startServer } from "../../src/index.ts";
import { randomNumbers } from "../random-numbers.ts";
import { type ApiRequest, type ApiResponse, apiOf } from "./api-client.ts";
import { sendRaw } from "./raw-http.ts";

/** The size limit of a response that is neither a record nor a list, in bytes. */
const maxResponseBytes = 16 * 1024;
const maxBodyBytes = 64 * 1024;
const path = "/api/v0/computers/a";

let server: StartedServer;
let api: (path: string, request?: ApiRequest) => Promise<ApiResponse>;

beforeAll(async () => {
  server = await startServer({ computers: [{ id: "a", name: "a", providerType: "byom" }] });
  api = apiOf(server);
});

afterAll(() => server.close());

const members = ["name", "hostId", "remoteUser", "__proto__", "a", "~", "/", "\u{1f680}", "k".repeat(30_000)];

/** JSON of almost 64 KiB: few keys, so that they repeat, and long ones, so that pointers grow. */
function randomBody(random: () => number): string {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const value = (room: number, depth: number): string => {
    const kind = random();
    if (depth > 40 || room < 20 || kind < 0.3) return pick(["1", "null", '"x"', '"\\u0041"', "[]"]);
    const parts: string[] = [];
    const isObject = kind < 0.8;
    let left = room - 2;
    while (left > 20 && random() > 0.001) {
      const key = isObject ? `${JSON.stringify(pick(members).slice(0, left - 20))}:` : "";
      const part = key + value(Math.min(left - key.length, Math.floor(random() * left)), depth + 1);
      parts.push(part);
      left -= part.length + 1;
    }
    return isObject ? `{${parts.join(",")}}` : `[${parts.join(",")}]`;
  };
  return value(60_000, 0);
}

describe("a response to at most 64 KiB is small", () => {
  const patch = async (body: string) => {
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBodyBytes);
    const response = await api(path, { method: "PATCH", body });
    expect(Buffer.byteLength(response.text)).toBeLessThan(maxResponseBytes);
    return response;
  };

  test.each([
    ["thousands of members that are not known", `{${Array.from({ length: 7_000 }, (_, i) => `"${i}":1`)}}`],
    ["one member ten thousand times", `{${Array.from({ length: 10_000 }, () => '"a":1')}}`],
    ["repeated members under a long key", longKey("A")],
    ["repeated members under a long key that is escaped", longKey("~")],
    ["a long key that is escaped", `{"${"~".repeat(60_000)}":1}`],
  ])("of %s", async (_name, body) => {
    expect((await patch(body)).status).toBe(400);
  });

  test("whatever the JSON is", async () => {
    const random = randomNumbers(20_261_121);
    for (let run = 0; run < 30; run++) {
      const body = randomBody(random);
      if (Buffer.byteLength(body) <= maxBodyBytes) await patch(body);
    }
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

function longKey(character: string): string {
  const key = character.repeat(32_000);
  return `{"${key}":{${Array.from({ length: 5_000 }, () => '"b":1')}}}`;
}
