import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { loadApi } from "../openapi/load-api.ts";
import { remoteTarget } from "../targets/remote-target.ts";
import { createMemoryJournal } from "./journal.ts";
import { createSetting, restoreAll } from "./run-contract.ts";

test("what could not be restored is told without the token that the service repeats", async () => {
  const token = "a-token-of-the-test";
  const server = createServer((request, response) => {
    const body = JSON.stringify({ [token]: 1, title: request.headers.authorization, id: token, name: token });
    response.writeHead(200, { "content-type": `text/${token}` }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const target = remoteTarget({ baseUrl: `http://127.0.0.1:${port}`, token });
  const journal = createMemoryJournal();
  journal.remember("cmp_1", { name: "before" });
  const problems = await restoreAll(createSetting(target, loadApi(), journal, 1));
  server.close();
  expect(problems).toEqual([expect.stringMatching(/^cmp_1: .*\$CONTRACT_TOKEN/)]);
  expect(problems.join()).not.toContain(token);
});
