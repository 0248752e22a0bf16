import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { expect, test } from "vitest";
import { Workplace } from "../commands/run-command.ts";
import { describeEngines } from "../describe-engines.ts";
import { caddy, nginx } from "../shipped-proxies.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** Sends a GET from an address of this machine, and resolves to the status and the media type. */
function getFrom(localAddress: string, url: string, headers: Readonly<Record<string, string>>) {
  const request = url.startsWith("https:") ? requestTls : requestPlain;
  return new Promise((resolve, reject) => {
    const options = { localAddress, headers, rejectUnauthorized: false, agent: false };
    request(url, options, (response) => {
      response.resume().on("end", () => resolve([response.statusCode, response.headers["content-type"]]));
    })
      .on("error", reject)
      .end();
  });
}

const problemType = "application/problem+json";
const proxies = [
  { ...caddy, file: "Caddyfile" },
  { ...caddy, name: "Caddy, several nodes", file: "Caddyfile.nodes" },
  { ...nginx, file: "nginx.conf" },
];

describeEngines(proxies, ({ start, file }) => {
  test("the log has the address of the caller, not that of the proxy nor one that the caller claims", async () => {
    const folder = temporaryFolder();
    await using place = new Workplace();
    const service = await place.serveHere({ environment: { COMPUTE_HOST_TRUST_PROXY: "127.0.0.1" } });
    const proxy = await start(file, folder, [service.url]);
    try {
      const headers = { authorization: "Bearer x", "x-forwarded-for": "203.0.113.7" };
      const response = await getFrom("127.0.0.2", `${proxy.url}/api/v0/computers`, headers);
      expect(response).toEqual([401, problemType]);
    } finally {
      await proxy[Symbol.asyncDispose]();
    }
    expect(await service.close()).toContain('"peer":"127.0.0.2"');
  });

  test("header fields that are too large for the service are its 431, not a page of the proxy", async () => {
    await using place = new Workplace();
    const service = await place.serveHere();
    await using proxy = await start(file, temporaryFolder(), [service.url]);
    const fields = { cookie: "a".repeat(17_000) };
    expect(await getFrom("127.0.0.1", `${proxy.url}/api/v0/computers`, fields)).toEqual([431, problemType]);
  });
});
