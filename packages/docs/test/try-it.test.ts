import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand } from "../src/browser/try-it/filled-request.ts";

test("a curl line gives curl what was typed, with the token from a variable", () => {
  const body = `{"name":"it's $HOME"}`;
  const headers = { "Content-Type": "application/json" };
  const line = curlCommand(
    { method: "PATCH", target: "/x?a=1", headers, body, token: "secret" },
    "https://a.test",
  );
  const shell = `curl() { printf '%s\\n' "$@"; }\nCOMPUTE_HOST_TOKEN=t\n${line}`;
  expect(execFileSync("sh", ["-euc", shell], { encoding: "utf8" }).trim().split("\n")).toEqual([
    ...["https://a.test/x?a=1", "-X", "PATCH", "-H", "Authorization: Bearer t"],
    ...["-H", "Content-Type: application/json", "-d", body],
  ]);
});
