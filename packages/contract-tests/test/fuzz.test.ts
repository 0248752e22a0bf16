import { expect, test } from "vitest";
import { curlLine } from "../fuzz/curl.ts";
import { fuzz } from "../fuzz/fuzz.ts";
import { type ContractApi, loadApi, startServiceTarget, type Target } from "../fuzz/suite.ts";

const api = loadApi();

/** Starts the service with a bug: `tamper` changes its responses, given the method and the request body. */
function startWithBug(tamper: (response: Response, method: string, body: string) => Response) {
  return async (description: ContractApi): Promise<Target> => {
    const target = await startServiceTarget(description);
    return {
      ...target,
      async fetch(input, init) {
        const response = await target.fetch(input, init);
        return tamper(
          response,
          init?.method ?? "GET",
          Buffer.from((init?.body ?? "") as Uint8Array).toString(),
        );
      },
    };
  };
}

test("the same seed sends the same requests, and the service passes", async () => {
  const run = () => fuzz({ api, seed: 7, requests: 150, start: startServiceTarget });
  const [first, second] = [await run(), await run()];
  expect(first.failure).toBeUndefined();
  expect(first.requests).toBeGreaterThanOrEqual(150);
  expect([...second.byStatus]).toEqual([...first.byStatus]);
});

test("finds a bug, and shows it with the shortest requests", async () => {
  const start = startWithBug((response, method, body) =>
    method === "PATCH" && response.status === 200 && body.includes("remoteUser")
      ? new Response("{}", { status: 500 })
      : response,
  );
  const { failure } = await fuzz({ api, seed: 1, requests: 2_000, start });
  expect(failure?.message).toContain("not_a_server_error");
  expect(failure?.lines).toEqual([expect.stringMatching(/^curl .*-X PATCH .*"remoteUser"/)]);
});

test("finds a write that is acknowledged but lost", async () => {
  const start = async (description: ContractApi): Promise<Target> => {
    const target = await startServiceTarget(description);
    const before = new Map<string, string>();
    return {
      ...target,
      // Reads return the computer as of its first change.
      async fetch(input, init) {
        const url = String(input);
        if (init?.method === "PATCH" && !before.has(url)) {
          const read = await target.fetch(url, { headers: { authorization: `Bearer ${target.token}` } });
          if (read.status === 200) before.set(url, await read.text());
        }
        const response = await target.fetch(input, init);
        const old = before.get(url);
        return init?.method === "GET" && response.status === 200 && old !== undefined
          ? new Response(old, response)
          : response;
      },
    };
  };
  const { failure } = await fuzz({ api, seed: 7, requests: 2_000, start });
  expect(failure?.message).toMatch(/GET of \S+ shows/);
  expect(failure?.lines.map((line) => /-X (\w+)/.exec(line)?.[1])).toEqual(["PATCH", "GET"]);
});

test("formats any request as a shell line without the token", () => {
  const step = {
    operation: api.operation("updateComputer"),
    statuses: [400],
    path: { computerId: "a b'c" },
    rawBody: "it's\n\u{1f680}",
  };
  expect(curlLine(step)).toBe(
    `curl -sS -i -X PATCH "$BASE_URL"'/api/v0/computers/a%20b'\\''c' -H "authorization: Bearer $TOKEN" ` +
      "-H 'content-type: application/json' --data-binary $'it\\'s\\x0a\\xf0\\x9f\\x9a\\x80'",
  );
});
