import { expect, test } from "vitest";
import { type StartedServer, startServer } from "../../src/index.ts";
import { randomNumbers } from "../random-numbers.ts";
import { type ApiResponse, apiOf } from "./api-client.ts";

/** The size limit of a response that is neither a record nor a list, in bytes. */
export const maxResponseBytes = 16 * 1024;
const maxBodyBytes = 64 * 1024;

/** Updates the computer `a` with a body of at most 64 KiB. */
export async function expectSmallResponse(server: StartedServer, body: string): Promise<ApiResponse> {
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBodyBytes);
  const response = await apiOf(server)("/api/v0/computers/a", { method: "PATCH", body });
  expect(Buffer.byteLength(response.text)).toBeLessThan(maxResponseBytes);
  return response;
}

/** Declares the test with random bodies. */
export function testRandomBodies(count: number): void {
  test("whatever the JSON is", async () => {
    await using server = await startServer({ computers: [{ id: "a", name: "a", providerType: "byom" }] });
    const random = randomNumbers(20_261_121);
    for (let run = 0; run < count; run++) {
      const body = randomBody(random);
      if (Buffer.byteLength(body) <= maxBodyBytes) await expectSmallResponse(server, body);
    }
  });
}

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
