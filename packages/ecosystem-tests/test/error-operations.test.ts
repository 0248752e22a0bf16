import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { useSandbox } from "../src/sandbox.ts";

const site = fileURLToPath(new URL("dist/site/", import.meta.resolve("@compute-host/docs/package.json")));
const spec = parse(readFileSync(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8"));
const operations = Object.entries<Record<string, { operationId: string }>>(spec.paths).flatMap(
  ([path, item]) =>
    Object.entries(item)
      .filter(([, { operationId }]) => operationId !== undefined)
      .map(([method, { operationId }]) => ({ operationId, method: method.toUpperCase(), path })),
);

/** What is wrong with a request. */
interface Mistake {
  readonly method?: string;
  readonly path?: (path: string) => string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const json = { "content-type": "application/json" };
const mistakes: Readonly<Record<string, Mistake>> = {
  "no credentials": { headers: { authorization: "none" } },
  "an undecodable path": { path: (path) => `${path}%zz` },
  "another path": { path: (path) => `/x${path}` },
  "another method": { method: "PUT" },
  "an unknown ID": { path: (path) => path.replace("cmp_01k9x5h8w3", "cmp_none") },
  "an undecodable query": { path: (path) => `${path}?hostId=%zz` },
  "a body that is not JSON": { headers: json, body: "{" },
  "a body that breaks the schema": { headers: json, body: '{"nmae":1}' },
  "a form": { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "a=1" },
  "a large body": { headers: json, body: JSON.stringify({ name: "a".repeat(70_000) }) },
  "an unknown expectation": { headers: { expect: "200-ok" } },
  "a large header": { headers: { "x-large": "a".repeat(40_000) } },
};

const sandbox = useSandbox();

test.each(Object.entries(mistakes))(
  "the page of the error after %s names the operations that return it",
  async (_name, mistake) => {
    const seen = await Promise.all(
      operations.map(async (operation) => ({ ...operation, type: await problemOf(operation, mistake) })),
    );
    const types = new Set(
      seen.flatMap(({ type }) => type ?? []).filter((type) => type !== "/problems/install-session-running"),
    );
    expect(types.size).toBeGreaterThan(0);
    for (const type of types) {
      const page =
        readFileSync(`${site}${type.replace("/problems/", "errors/")}.md`, "utf8").split(
          "## Operations",
        )[1] ?? "";
      const returning = seen.filter((one) => one.type === type).map(({ operationId }) => operationId);
      const listed = operations
        .filter(({ operationId }) => page.includes(`#${operationId}.`))
        .map(({ operationId }) => operationId);
      if (page.includes("Any request")) expect(returning.length).toBeGreaterThan(1);
      else expect(listed, type).toEqual(expect.arrayContaining(returning));
    }
  },
);

/** The type of the problem that the service returns; `undefined` after a success. */
async function problemOf(
  { method, path }: (typeof operations)[number],
  { headers, body = "", ...mistake }: Mistake,
): Promise<string | undefined> {
  const whole = path.replace("{computerId}", "cmp_01k9x5h8w3");
  const { hostname, port } = new URL(sandbox.env.COMPUTE_HOST_URL);
  const sent = request({
    hostname,
    port,
    method: mistake.method ?? method,
    path: mistake.path?.(whole) ?? whole,
    headers: {
      authorization: `Bearer ${sandbox.env.COMPUTE_HOST_TOKEN}`,
      ...headers,
      ...(body !== "" && { "content-length": String(Buffer.byteLength(body)) }),
    },
  });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const content = await text(response);
  return response.headers["content-type"]?.startsWith("application/problem+json")
    ? JSON.parse(content).type
    : undefined;
}
