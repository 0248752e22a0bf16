import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { apiOf, type Operation, readApi } from "@compute-host/openapi";
import { tourDescription } from "@compute-host/openapi/tour";
import { expect, test } from "vitest";
import { generatedSamples } from "../src/reference/generated-samples.ts";

const fixture = (name: string) =>
  readApi(fileURLToPath(new URL(`descriptions/${name}.yaml`, import.meta.url)));
const apis = [apiOf(await tourDescription()), await fixture("billing"), await fixture("ferries")];
// A request with TRACE is not one that fetch sends.
const operations = apis.flatMap((api) =>
  api.operations.filter(({ method }) => method !== "TRACE").map((operation) => ({ api, operation })),
);

/** The arguments that each line with curl gives it, in one shell. */
function curlArguments(lines: readonly string[]): string[][] {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\0'; }\n${lines.join("\n")}`;
  const output = execFileSync("sh", ["-euc", script], { encoding: "utf8" });
  return output
    .split("\0\0")
    .slice(0, -1)
    .map((one) => one.split("\0"));
}

const codeOf = (operation: Operation, key: string) => {
  const api = apis.find((one) => one.operations.includes(operation)) as (typeof apis)[number];
  return generatedSamples(api, operation).find((sample) => sample.key === key)?.code ?? "";
};
const curls = curlArguments(operations.map(({ operation }) => codeOf(operation, "curl")));

test.each(operations.map(({ operation }, index) => [operation.operationId, operation, index] as const))(
  "the samples of %s run, and send the same request to its path",
  async (_name, operation, index) => {
    const [, url = "", ...options] = curls[index] ?? [];
    const sent = await fetched(codeOf(operation, "fetch"));
    expect(sent.method).toBe(operation.method);
    expect(new URL(url).href).toBe(sent.url);
    expect(decodeURI(new URL(url).pathname)).toMatch(patternOf(operation.path));
    const method = options.includes("--head") ? "HEAD" : (options[options.indexOf("-X") + 1] ?? "GET");
    expect(options.length === 0 || !options.includes("-X") ? sent.method : method).toBe(operation.method);
    const headers = options.flatMap((option, at) => (options[at - 1] === "-H" ? [option.split(": ")] : []));
    for (const [name = "", value = ""] of headers) {
      if (name !== "Cookie") expect(sent.headers.get(name)).toBe(value);
    }
    const data = options[options.indexOf("--data-raw") + 1] ?? "";
    if (!options.includes("--data-raw")) return;
    const text = await sent.text();
    expect(headers.join().includes("json") ? JSON.stringify(JSON.parse(data)) : data).toBe(text);
  },
);

/** Runs a sample, and returns the request that it sends. */
async function fetched(code: string): Promise<Request> {
  let sent: Request | undefined;
  const send = (url: string, init: RequestInit) => {
    sent = new Request(url, init);
    return { ok: true };
  };
  const run = new Function("fetch", `return (async () => {${code}})()`) as (fetch: unknown) => Promise<void>;
  await run(send);
  return sent as Request;
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{[^}]*\}/).map((part) => part.replaceAll(/[^\w/]/g, "\\$&"));
  return new RegExp(`${parts.join(".+")}$`);
}
