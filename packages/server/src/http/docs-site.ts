import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Scripts and styles come only from the site. The reference's forms send requests to a service that the reader chooses,
 * over TLS or to loopback; every other page forbids such requests itself.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".tgz": "application/gzip",
  ".txt": "text/plain; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
};

/**
 * Serves the built docs at `/docs/`, and redirects there from `/`. The `type` of a problem is the path of its page.
 * The description, the client and the list of pages for programs are at the root too.
 */
export function addDocsSite(http: FastifyInstance, folder = docsFolder()): void {
  const site = join(folder, "site");
  const service = join(folder, "service");
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendFile(request, reply.code(404), join(service, "404.html"));

  http.get("/", (_request, reply) => reply.redirect("/docs/"));
  http.get("/docs", (_request, reply) => reply.redirect("/docs/"));
  http.get("/llms.txt", (_request, reply) => reply.redirect("/docs/llms.txt"));
  http.get<{ Params: { readonly "*": string } }>("/docs/*", async (request, reply) => {
    const path = request.params["*"];
    const file = await findFile(site, path === "" || path.endsWith("/") ? `${path}index.html` : path);
    // The site's own 404 page is for static hosts: its links start at the root of the host.
    if (file !== undefined && path !== "404.html") return sendFile(request, reply, file);
    if (await findFile(site, `${path}/index.html`)) return reply.redirect(`/docs/${path}/`);
    return sendNotFound(request, reply);
  });
  // Programs look for the description at the root, and a short address of the client is easy to type.
  for (const path of ["openapi.yaml", "openapi.json", "packages/client.tgz"]) {
    http.get(`/${path}`, async (request, reply) => {
      const file = await findFile(site, path);
      return file ? sendFile(request, reply, file) : reply.callNotFound();
    });
  }
  http.get("/problems", (request, reply) => sendFile(request, reply, join(service, "problems.html")));
  http.get<{ Params: { readonly name: string } }>("/problems/:name", async (request, reply) => {
    const file = await findFile(service, `problems/${request.params.name}.html`);
    return file ? sendFile(request, reply, file) : sendNotFound(request, reply);
  });
}

/** The folder in this package once it is published, otherwise that of the workspace. */
function docsFolder(): string {
  const packaged = fileURLToPath(new URL("./docs/", import.meta.url));
  if (existsSync(packaged)) return packaged;
  return fileURLToPath(new URL("dist/", import.meta.resolve("@compute-host/docs/package.json")));
}

/** The file at a requested path, if it is inside the folder. */
async function findFile(folder: string, path: string): Promise<string | undefined> {
  const isSafe = /^[\w.\-/]+$/.test(path) && !path.split("/").includes("..");
  const file = join(folder, path);
  return isSafe && (await isFile(file)) ? file : undefined;
}

/** Whether a client accepts a content coding by its name (RFC 9110, section 12.5.3). */
function accepts(field: string | undefined, coding: string): boolean {
  const items = field?.split(",").map((item) => item.split(/;\s*q=/i).map((part) => part.trim())) ?? [];
  return items.some(([name, weight = "1"]) => name?.toLowerCase() === coding && Number(weight) > 0);
}

/** Sends an existing file, compressed if the client accepts it. With the status 404, ignores `If-None-Match`. */
async function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  file: string,
): Promise<FastifyReply> {
  const coding = ["br", "gzip"].find((name) => accepts(headers["accept-encoding"], name));
  const compressed = coding && `${file}.${coding === "br" ? "br" : "gz"}`;
  const isCompressed = compressed !== undefined && (await isFile(compressed));
  const body = await readFile(isCompressed ? compressed : file);
  const before = reply.getHeader("vary");
  reply.headers({
    // CORS has already set it if it is on.
    vary: before === undefined ? "Accept-Encoding" : `${before}, Accept-Encoding`,
    "cache-control": file.includes("/site/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  if (reply.statusCode !== 404) {
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    reply.header("etag", etag);
    // A proxy may have weakened it.
    const known = headers["if-none-match"];
    if (known === "*" || known?.includes(etag)) return reply.code(304).send();
  }
  if (isCompressed) reply.header("content-encoding", coding);
  return reply.type(contentTypes[extname(file)] ?? "application/octet-stream").send(body);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
