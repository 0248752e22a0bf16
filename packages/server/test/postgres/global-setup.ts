import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { query } from "./query.ts";
import { TemporaryPostgres } from "./temporary-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Responds with the URL of a new database on the PostgreSQL server of this run. */
    readonly databaseMaker: string;
  }
}

const given = process.env.TEST_DATABASE_URL;
let starting: Promise<TemporaryPostgres> | undefined;
let maker: Server;
const made: string[] = [];

/**
 * Offers databases on one PostgreSQL server to all test files of a run. The first that asks for one has the server started,
 * so a run without it does not wait; `TEST_DATABASE_URL` names another server, whose user may make databases.
 */
export async function setup(project: TestProject): Promise<void> {
  maker = createServer((_request, response) => {
    makeDatabase().then(
      (url) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  maker.listen(0, "127.0.0.1");
  await once(maker, "listening");
  project.provide("databaseMaker", `http://127.0.0.1:${(maker.address() as AddressInfo).port}/`);
}

async function serverUrl(): Promise<string> {
  if (given) return given;
  starting ??= TemporaryPostgres.start();
  return (await starting).url;
}

async function makeDatabase(): Promise<string> {
  const url = new URL(await serverUrl());
  const name = `compute_host_test_${randomBytes(8).toString("hex")}`;
  await query(url.href, `create database ${name}`);
  made.push(name);
  url.pathname = `/${name}`;
  return url.href;
}

/** Stops the server and removes its data; on one that was there, the databases alone. */
export async function teardown(): Promise<void> {
  maker.close();
  maker.closeAllConnections();
  const server = await starting?.catch(() => undefined);
  await server?.[Symbol.asyncDispose]();
  if (!given) return;
  for (const name of made) await query(given, `drop database if exists ${name} with (force)`);
}
