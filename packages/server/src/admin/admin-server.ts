import { chmodSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { NewApiKey } from "../auth/api-keys.ts";
import type { Logger } from "../observability/logger.ts";
import type { Administration } from "./administration.ts";
import { ImportError } from "./administration.ts";

// An import would evaluate every getter of the module, one of which loads a whole HTTP client: a tenth of a start.
const { createServer } = process.getBuiltinModule("node:http");

/** What {@link startAdminServer} serves. */
export interface AdminServerOptions {
  readonly administration: Administration;
  /** From `adminSocketPath`. The caller holds the database, so a socket that is there already is a dead one. */
  readonly socketPath: string;
  readonly logger: Logger;
}

/** The operator's socket of a running service. */
export interface AdminServer {
  /** Breaks off what is under way, an import for example, and removes the socket. */
  close(): Promise<void>;
}

/**
 * Offers the administration on a local socket, as HTTP, so that an import streams with backpressure. Only this user
 * may open it: the permissions of the file are the authentication.
 *
 * @throws Error when the socket cannot be made.
 */
export async function startAdminServer({
  administration,
  socketPath,
  logger,
}: AdminServerOptions): Promise<AdminServer> {
  const server = createServer((request, response) => {
    respond(administration, request, response).catch((error: unknown) => {
      logger.error({ err: error, path: request.url }, "an operator's command failed");
      if (!response.headersSent) sendJson(response, 500, { message: (error as Error).message });
      else response.destroy();
    });
  });
  // An import takes as long as it takes.
  server.requestTimeout = 0;
  await listenPrivately(server, socketPath);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The mask covers the moment between the making of the socket and a change of its mode. */
async function listenPrivately(server: Server, socketPath: string): Promise<void> {
  const isFile = process.platform !== "win32";
  if (isFile) preparePlace(socketPath);
  const mask = isFile ? process.umask(0o177) : 0;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(socketPath, resolve);
      if (isFile) process.umask(mask);
    });
  } finally {
    if (isFile) process.umask(mask);
  }
  if (isFile) chmodSync(socketPath, 0o600);
}

/** Among the temporary files somebody else may have made the folder first, to listen in. */
function preparePlace(socketPath: string): void {
  const folder = dirname(socketPath);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = lstatSync(folder).uid;
  if (owner !== userInfo().uid && owner !== 0) {
    throw new Error(
      `The folder ${folder} of the operator's socket belongs to another user; choose another data folder.`,
    );
  }
  rmSync(socketPath, { force: true });
}

async function respond(
  administration: Administration,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://admin.invalid");
  const keyId = /^\/keys\/([^/]+)\/revoke$/.exec(url.pathname)?.[1];
  try {
    switch (`${request.method} ${keyId === undefined ? url.pathname : "/keys/revoke"}`) {
      case "POST /computers/import":
        return sendJson(response, 200, await administration.importComputers(request));
      case "POST /computers":
        return sendJson(response, 200, await administration.createComputer((await json(request)) as object));
      case "GET /computers":
        return await sendComputers(
          response,
          administration.listComputers(url.searchParams.get("ownerId") ?? undefined),
        );
      case "GET /keys":
        return sendJson(response, 200, await administration.listKeys());
      case "POST /keys":
        return sendJson(response, 200, await administration.createKey((await json(request)) as NewApiKey));
      case "POST /keys/revoke":
        return sendJson(response, 200, await administration.revokeKey(decodeURIComponent(keyId ?? "")));
      default:
        return sendJson(response, 404, {
          message: "The running service does not know this command; it is another release.",
        });
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    // The client still sends: what is left is taken and thrown away, so that it gets to read this response.
    request.resume();
    sendJson(response, 422, { message: error.message, problems: error.problems });
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function sendComputers(
  response: ServerResponse,
  batches: AsyncIterable<readonly string[]>,
): Promise<void> {
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  async function* lines() {
    for await (const texts of batches) yield `${texts.join("\n")}\n`;
  }
  await pipeline(Readable.from(lines()), response);
}
