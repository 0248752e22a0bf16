import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { updateComputer } from "@compute-host/rules";
import pg from "pg";
import type { StoredComputer } from "../src/computers/computer.ts";
import { computerText, rowOfComputer } from "../src/storage/computer-record.ts";

/**
 * What the service's writes on PostgreSQL are compared with: `node:http` and a pool of `pg`, each PATCH in a transaction of its
 * own, without credentials or checks. Takes the URL of the database and prints its origin.
 */

const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 });
const lock = {
  name: "lock",
  text: "select head, steps from compute_host.computers where id = $1 for update",
};
const write = {
  name: "write",
  text: "update compute_host.computers set name = $2, host_id = $3, head = $4, steps = $5 where id = $1",
};

async function change(id: string, update: object): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<[string, string]>({ ...lock, values: [id], rowMode: "array" });
    const [head, steps] = rows[0] as [string, string];
    const before = JSON.parse(computerText({ head, steps })) as StoredComputer;
    const row = rowOfComputer(updateComputer(before, update));
    await client.query({ ...write, values: [row.id, row.name, row.hostId, row.head, row.steps] });
    await client.query("commit");
    return computerText(row);
  } finally {
    client.release();
  }
}

async function bodyOf(request: IncomingMessage): Promise<object> {
  return JSON.parse(Buffer.concat(await request.toArray()).toString()) as object;
}

const server = createServer(async (request, response) => {
  try {
    const text = await change(request.url?.split("/").at(-1) ?? "", await bodyOf(request));
    const fields = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    response.writeHead(200, fields).end(text);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});

server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});
process.on("SIGTERM", () => process.exit(0));
