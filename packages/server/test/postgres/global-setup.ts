import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type PostgresServer, startPostgresServer } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Responds with the URL of the PostgreSQL server of this run. */
    readonly postgresStarter: string;
  }
}

let starting: Promise<PostgresServer> | undefined;
let starter: Server;

/**
 * Offers one PostgreSQL server to all test files of a run. The first that asks for it has it started, so a run without it
 * does not wait; `TEST_DATABASE_URL` names another one, whose user may make databases.
 */
export async function setup(project: TestProject): Promise<void> {
  starter = createServer((_request, response) => {
    const given = process.env.TEST_DATABASE_URL;
    if (given) return void response.end(given);
    starting ??= startPostgresServer();
    starting.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  starter.listen(0, "127.0.0.1");
  await once(starter, "listening");
  project.provide("postgresStarter", `http://127.0.0.1:${(starter.address() as AddressInfo).port}/`);
}

/** Stops the server and removes its data. */
export async function teardown(): Promise<void> {
  starter.close();
  starter.closeAllConnections();
  const server = await starting?.catch(() => undefined);
  await server?.remove();
}
