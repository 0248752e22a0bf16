import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Scripts and styles come from the site alone, and it requests nothing from elsewhere. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

/** How a file can be sent besides as it is, the smallest first: each lies beside it with this ending. */
const encodings = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
] as const;

/**
 * Serves the built docs at `/docs/`. A browser that opens `/` lands there, the `type` of a problem leads to its page, and
 * `/packages/` has the client that the docs speak of.
 */
export function addDocsSite(http: FastifyInstance, folder = docsFolder()): void {
  http.get("/", (request, reply) =>
    request.headers.accept?.includes("text/html") ? reply.redirect("/docs/") : reply.callNotFound(),
  );
  http.get("/docs", (_request, reply) => reply.redirect("/docs/"));
  http.get<{ Params: { readonly "*": string } }>("/docs/*", (request, reply) =>
    sendFile(request, reply, folder, request.params["*"]),
  );
  http.get<{ Params: { readonly file: string } }>("/packages/:file", (request, reply) =>
    sendFile(request, reply, folder, `packages/${request.params.file}`),
  );
  http.get("/problems", (_request, reply) => reply.redirect("/docs/errors/"));
  http.get<{ Params: { readonly name: string } }>("/problems/:name", async ({ params: { name } }, reply) => {
    const isKnown = /^[a-z-]+$/.test(name) && (await isFile(join(folder, "errors", name, "index.html")));
    return isKnown ? reply.redirect(`/docs/errors/${name}/`) : reply.callNotFound();
  });
}

/** The folder in this package when it is published, else the one in the workspace. */
function docsFolder(): string {
  const packaged = fileURLToPath(new URL("./docs/", import.meta.url));
  if (existsSync(packaged)) return packaged;
  return fileURLToPath(new URL("dist/", import.meta.resolve("@compute-host/docs/package.json")));
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  folder: string,
  path: string,
): Promise<FastifyReply> {
  const isSafe = /^[\w.\-/]*$/.test(path) && !path.split("/").includes("..");
  const file = join(folder, path === "" || path.endsWith("/") ? `${path}index.html` : path);
  if (!isSafe || !(await isFile(file))) {
    if (isSafe && (await isFile(join(file, "index.html")))) return reply.redirect(`/docs/${path}/`);
    return reply.callNotFound() as unknown as FastifyReply;
  }
  const encoding = await chooseEncoding(request.headers["accept-encoding"], file);
  const body = await readFile(file + (encoding?.ending ?? ""));
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  reply
    .header("etag", etag)
    .header("vary", "Accept-Encoding")
    .header("cache-control", path.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache")
    .header("content-security-policy", policy)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer");
  if (request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send();
  if (encoding !== undefined) reply.header("content-encoding", encoding.name);
  return reply.type(contentTypes[extname(file)] ?? "application/octet-stream").send(body);
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
