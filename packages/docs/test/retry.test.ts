import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { describe, expect, onTestFinished, test } from "vitest";

const program = fileURLToPath(new URL("../content/guides/retry.py", import.meta.url));
const success = '{ "computers": [{}, {}] }';

/** Runs the program of the guide against a service that ends one request after the other so; returns what it prints. */
async function follow(ends: readonly (number | "broken" | "cut")[], retryAfter: string) {
  const left = [...ends];
  const server = createServer((_request, response) => {
    const end = left.shift() ?? 200;
    if (end === "broken") return response.destroy();
    if (end === "cut") {
      response.writeHead(200, { "content-length": 1_000 }).write(success);
      return setImmediate(() => response.destroy());
    }
    return response.writeHead(end, { "retry-after": retryAfter }).end(success);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { COMPUTE_HOST_URL: url, COMPUTE_HOST_TOKEN: "key" };
  const { stdout, stderr } = await runProcess("python3", ["-I", program], { env });
  return { stdout, stderr, unsent: left.length };
}

describe.skipIf(spawnSync("python3", ["--version"]).status !== 0)(
  "the program in Python (needs python3)",
  () => {
    const past = new Date(0).toUTCString();
    test.each([
      ["after the seconds in `Retry-After`", [429, 503], "0"],
      ["after the date in `Retry-After`", [503, 503], past],
      ["if the connection breaks, also within a body", ["broken", "cut"], "0"],
      ["after 408 and 425", [408, 425], "0"],
      ["after 500 and 502", [500, 502], "0"],
      ["after 504 and those of proxies", [504, 520], "0"],
      ["after the others of proxies", [524, 530], "0"],
    ] as const)("retries %s", async (_when, ends, retryAfter) => {
      expect(await follow(ends, retryAfter)).toEqual({ stdout: "2\n", stderr: "", unsent: 0 });
    });

    test("says which error it was after the last attempt, and after one that a repetition would get too", async () => {
      expect((await follow([503, 503, 503], past)).stderr).toContain("HTTP Error 503");
      expect(await follow([404, 200], "0")).toMatchObject({
        stderr: expect.stringContaining("HTTP Error 404"),
        unsent: 1,
      });
    });
  },
);
