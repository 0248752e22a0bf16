import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { Exchange } from "../http/exchange.ts";
import { loadApi } from "../openapi/load-api.ts";
import { curlLine } from "./curl-line.ts";

const operation = loadApi().operation("updateComputer");

function exchangeWith(sent: Partial<Exchange>): Exchange {
  return {
    operation,
    method: "PATCH",
    url: "/api/v0/computers/a%20b",
    sentHeaders: [["authorization", "Bearer $CONTRACT_TOKEN"]],
    sentBody: undefined,
    status: 200,
    headers: new Headers(),
    text: "",
    isUtf8: true,
    json: undefined,
    startedAt: 0,
    durationMs: 1,
    ...sent,
  };
}

/** Lets a shell split a line into words, one per line. */
function wordsOf(line: string): string[] {
  const script = line.replace(/^curl/, "printf '%s\\0'");
  const env = { ...process.env, CONTRACT_TOKEN: "secret" };
  return execFileSync("bash", ["-c", script], { env, encoding: "utf8" }).split("\0").slice(0, -1);
}

test("a shell expands the token and nothing else", () => {
  const line = curlLine(exchangeWith({ sentBody: `{"name":"it's $HOME \`id\` \\"x\\""}` }), "http://host");
  expect(line).toContain('"Authorization: Bearer $CONTRACT_TOKEN"');
  expect(wordsOf(line)).toEqual([
    "-i",
    "--path-as-is",
    "-X",
    "PATCH",
    "http://host/api/v0/computers/a%20b",
    "-H",
    "Authorization: Bearer secret",
    "-H",
    "Content-Type:",
    "--data-binary",
    `{"name":"it's $HOME \`id\` \\"x\\""}`,
  ]);
});

test("quotes around a token reach the service", () => {
  const authorization = ["authorization", 'Bearer "$CONTRACT_TOKEN"'] as const;
  expect(wordsOf(curlLine(exchangeWith({ sentHeaders: [authorization] }), "http://host"))).toContain(
    'Authorization: Bearer "secret"',
  );
});

test("bytes that are not text are written as escapes, and long bodies are visibly shortened", () => {
  const bytes = curlLine(exchangeWith({ sentBody: Uint8Array.from([0x7b, 0xff]) }), "http://host");
  expect(bytes).toContain("--data-binary @<(printf '\\x7b\\xff')");
  expect(curlLine(exchangeWith({ sentBody: " ".repeat(70_000) }), "http://host")).toContain(
    "# shortened: 70000 bytes",
  );
});
