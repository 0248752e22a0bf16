import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Scripts and styles come only from the site. The forms of the reference send requests to the service that the reader names, over
 * TLS or to loopback; every other page forbids such requests itself.
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' https: http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

/** Encodings of a file, smallest first: each is a file beside it with this extension. */
const encodings = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
] as const;

/**
 * Serves the built docs at `/docs/`, and redirects browsers there from `/`. The `type` of a problem is the path of its page, and
 * `/packages/` has the client that the docs install.
 */
export function addDocsSite(http: FastifyInstance, folder = docsFolder()): void {
  const site = join(folder, "site");
  const service = join(folder, "service");
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendFile(request, reply.code(404), service, "404.html");

  /** Sends a page, as Markdown if the request asks for it; `html` is another file of the same page. */
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, path: string, html?: string) => {
    const markdown = path === "" ? "index.md" : path.replace(/\/$/, ".md");
    if (!markdown.endsWith(".md") || path.endsWith(".md")) return sendFile(request, reply, site, path);
    varyBy(reply, "Accept");
    if (asksForMarkdown(request)) return sendFile(request, reply, site, markdown);
    return html === undefined
      ? sendFile(request, reply, site, fileOf(path))
      : sendFile(request, reply, service, html);
  };

  // A temporary redirect, which no browser or cache keeps.
  http.get("/", (request, reply) => {
    varyBy(reply, "Accept");
    return asksForHtml(request) ? reply.redirect("/docs/", 302) : reply.callNotFound();
  });
  http.get("/docs", (_request, reply) => reply.redirect("/docs/"));
  http.get<{ Params: { readonly "*": string } }>("/docs/*", async (request, reply) => {
    const path = request.params["*"];
    // The site's own 404 page is for static hosts: its links begin at the root of the host.
    if (path === "404.html") return sendNotFound(request, reply);
    if (await hasFile(site, fileOf(path))) return sendPage(request, reply, path);
    if (await hasFile(site, `${path}/index.html`)) return reply.redirect(`/docs/${path}/`);
    return sendNotFound(request, reply);
  });
  http.get<{ Params: { readonly file: string } }>("/packages/:file", async (request, reply) => {
    const file = `packages/${request.params.file}`;
    return (await hasFile(site, file)) ? sendFile(request, reply, site, file) : reply.callNotFound();
  });
  http.get("/problems", (request, reply) => sendPage(request, reply, "errors/", "problems.html"));
  http.get<{ Params: { readonly name: string } }>("/problems/:name", async (request, reply) => {
    const file = `problems/${request.params.name}.html`;
    return (await hasFile(service, file))
      ? sendPage(request, reply, `errors/${request.params.name}/`, file)
      : sendNotFound(request, reply);
  });
}

/** Whether `Accept` names HTML, as that of browsers does; programs, such as curl, send a wildcard or name JSON. */
function asksForHtml(request: FastifyRequest): boolean {
  return qualityOf(request, "text/html") > 0;
}

/** Whether `Accept` names Markdown, as that of agents does, and prefers nothing to it. */
function asksForMarkdown(request: FastifyRequest): boolean {
  const quality = qualityOf(request, "text/markdown");
  return quality > 0 && quality >= qualityOf(request, "text/html");
}

/** How much `Accept` wants a type that it names, from 0 to 1 ([RFC 9110, section 12.5.1](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1)). */
function qualityOf({ headers: { accept = "" } }: FastifyRequest, type: string): number {
  const ranges = accept.split(",").map((range) =>
    range
      .toLowerCase()
      .trim()
      .split(/\s*;\s*/),
  );
  const named = ranges.find(([name]) => name === type);
  return named === undefined ? 0 : Number(named.find((part) => part.startsWith("q="))?.slice(2) ?? 1);
}

/** Adds a name to `Vary`, which CORS has already set where it is on. */
function varyBy(reply: FastifyReply, field: string): void {
  const before = reply.getHeader("vary");
  reply.header("vary", before === undefined ? field : `${before}, ${field}`);
}

/** The folder in this package when it is published, else the one in the workspace. */
function docsFolder(): string {
  const packaged = fileURLToPath(new URL("./docs/", import.meta.url));
  if (existsSync(packaged)) return packaged;
  return fileURLToPath(new URL("dist/", import.meta.resolve("@compute-host/docs/package.json")));
}

/** A folder is its index.html. */
function fileOf(path: string): string {
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/** Whether a path from a request stays inside the folder. */
async function hasFile(folder: string, path: string): Promise<boolean> {
  const isSafe = /^[\w.\-/]+$/.test(path) && !path.split("/").includes("..");
  return isSafe && (await isFile(join(folder, path)));
}

/** Sends an existing file in the smallest encoding that the client accepts; with the status 404, ignores `If-None-Match`. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  folder: string,
  path: string,
): Promise<FastifyReply> {
  const file = join(folder, path);
  const encoding = await chooseEncoding(request.headers["accept-encoding"], file);
  const body = await readFile(file + (encoding?.ending ?? ""));
  varyBy(reply, "Accept-Encoding");
  reply
    .header("cache-control", path.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache")
    .header("content-security-policy", policy)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer");
  if (reply.statusCode !== 404) {
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    reply.header("etag", etag);
    if (namesTag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  }
  if (encoding !== undefined) reply.header("content-encoding", encoding.name);
  return reply.type(contentTypes[extname(file)] ?? "application/octet-stream").send(body);
}

/** Whether `If-None-Match` names a tag; a proxy may have made it a weak one ([RFC 9110, section 13.1.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2)). */
function namesTag(field: string | undefined, etag: string): boolean {
  const tags = (field ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags[0] === "*";
}

/** The first encoding that the client accepts and the site has ([RFC 9110, section 12.5.3](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3)). */
async function chooseEncoding(
  accepted: string | undefined,
  file: string,
): Promise<(typeof encodings)[number] | undefined> {
  const named = new Map(
    (accepted ?? "").split(",").map((part) => {
      const [name = "", quality] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/);
      return [name, quality === undefined ? 1 : Number(quality)] as const;
    }),
  );
  for (const encoding of encodings) {
    const quality = named.get(encoding.name) ?? named.get("*") ?? 0;
    if (quality > 0 && (await isFile(file + encoding.ending))) return encoding;
  }
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
