import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { makeDatabase, type PostgresName, removeDatabases } from "./make-database.ts";

let maker: Server;

/**
 * Offers all test files of a run databases on the same PostgreSQL servers. A server starts with the first request for
 * it, so a run that needs none does not wait. Tests find this process by a variable, which they inherit.
 */
export async function setup(): Promise<void> {
  // Settings of the user's own services and databases must not apply to those of the tests.
  const others = process.env.TEST_DATABASE_URL
    ? /^(COMPUTE_HOST_|DATABASE_URL$)/
    : /^(COMPUTE_HOST_|DATABASE_URL$|PG)/;
  for (const name of Object.keys(process.env)) if (others.test(name)) delete process.env[name];
  maker = createServer((request, response) => {
    makeDatabase(decodeURIComponent(request.url?.slice(1) ?? "") as PostgresName).then(
      (url) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  maker.listen(0, "127.0.0.1");
  await once(maker, "listening");
  process.env.TEST_DATABASE_MAKER = `http://127.0.0.1:${(maker.address() as AddressInfo).port}/`;
}

export async function teardown(): Promise<void> {
  maker.close();
  maker.closeAllConnections();
  await removeDatabases();
}
