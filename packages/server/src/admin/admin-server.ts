import { chmodSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { type FastifyError, type FastifyInstance, type FastifyReply, fastify } from "fastify";
import type { NewApiKey } from "../auth/api-keys.ts";
import type { Logger } from "../observability/logger.ts";
import {
  type Administration,
  AdministrationError,
  type ComputerFilter,
  ImportError,
  type OperatorUpdate,
} from "./administration.ts";
import { makePrivateFolder } from "./private-folder.ts";

// A static import evaluates every getter of the module, and one of them loads an HTTP client: 10 % of the start.
const { maxHeaderSize } = process.getBuiltinModule("node:http");

/** Options of {@link startAdminServer}. */
export interface AdminServerOptions {
  readonly administration: Administration;
  /** From `adminSocketPath`. The caller holds the database, so a socket that is there already is a dead one. */
  readonly socketPath: string;
  readonly logger: Logger;
}

/** The operator's socket of a running service. */
export interface AdminServer {
  /** Aborts running commands, such as an import, and removes the socket. */
  close(): Promise<void>;
}

/**
 * Offers the administration on a local socket, as HTTP, so that an import streams with backpressure. Only this user
 * may open it: the permissions of the file are the authentication.
 *
 * @throws Error when the socket cannot be made.
 */
export async function startAdminServer(options: AdminServerOptions): Promise<AdminServer> {
  // An import may take any time.
  const http = fastify({
    requestTimeout: 0,
    logger: false,
    forceCloseConnections: true,
    // Any ID that fits into a header; by default the router knows none of more than 100 characters.
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  addRoutes(http, options);
  await listenPrivately(http, options.socketPath);
  return { close: () => http.close() };
}

function addRoutes(http: FastifyInstance, { administration, logger }: AdminServerOptions): void {
  type Id = { readonly Params: { readonly id: string } };
  http.addContentTypeParser("application/x-ndjson", (_request, payload, done) => done(null, payload));
  http.post("/computers/import", ({ body }) =>
    // Ending the loop over the body at a wrong line must leave the connection for the response.
    administration.importComputers((body as Readable).iterator({ destroyOnReturn: false })),
  );
  http.post("/computers", ({ body }) => administration.createComputer(body as object));
  http.get<{ Querystring: ComputerFilter }>("/computers", ({ query }, reply) =>
    sendLines(reply, administration.listComputers(query)),
  );
  http.get<Id>("/computers/:id", ({ params }) => administration.getComputer(params.id));
  http.patch<Id>("/computers/:id", ({ params, body }) =>
    administration.updateComputer(params.id, body as OperatorUpdate),
  );
  http.post<Id & { Body: { readonly fromStep?: string } }>("/computers/:id/retry", ({ params, body }) =>
    administration.retryComputer(params.id, body.fromStep),
  );
  http.delete<Id>("/computers/:id", async ({ params }) => ({
    found: await administration.deleteComputer(params.id),
  }));
  http.get("/keys", (_request, reply) => sendLines(reply, administration.listKeys()));
  http.post("/keys", ({ body }) => administration.createKey(body as NewApiKey));
  http.delete<Id>("/keys/:id", async ({ params }) => ({ found: await administration.revokeKey(params.id) }));
  http.post<{ Body: { readonly file: string } }>("/backup", async ({ body }) => {
    await administration.backup(body.file);
    return {};
  });
  http.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .send({ message: "The running service does not know this command; it is another release." }),
  );
  http.setErrorHandler<FastifyError>((error, request, reply) => {
    // The client may still be sending: discard the rest so that it reads this response.
    request.raw.resume();
    if (error instanceof ImportError)
      return reply.code(422).send({ message: error.message, problems: error.problems });
    if (error instanceof AdministrationError) return reply.code(422).send({ message: error.message });
    logger.error({ err: error, path: request.url }, "an operator's command failed");
    return reply.code(500).send({ message: error.message });
  });
}

function sendLines(reply: FastifyReply, batches: AsyncIterable<readonly string[]>): FastifyReply {
  async function* lines() {
    for await (const texts of batches) yield `${texts.join("\n")}\n`;
  }
  return reply.type("application/x-ndjson").send(Readable.from(lines()));
}

/** The umask protects the socket before its mode can be changed. */
async function listenPrivately(http: FastifyInstance, socketPath: string): Promise<void> {
  const isFile = process.platform !== "win32";
  if (isFile) {
    makePrivateFolder(dirname(socketPath), "of the operator's socket");
    rmSync(socketPath, { force: true });
  }
  await http.ready();
  const mask = isFile ? process.umask(0o177) : 0;
  try {
    const listening = http.listen({ path: socketPath });
    if (isFile) process.umask(mask);
    await listening;
  } finally {
    if (isFile) process.umask(mask);
  }
  if (isFile) chmodSync(socketPath, 0o600);
}
