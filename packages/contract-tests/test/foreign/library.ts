import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A mistake that the library makes on demand. */
export type LibraryBug =
  | "lists without a key"
  | "takes any key"
  | "lists ids as texts"
  | "lists without X-Total"
  | "sends a list as text"
  | "ignores the bounds of limit"
  | "fails for sort=year"
  | "serves any path"
  | "takes PUT on the list"
  | "omits Allow"
  | "finds books that do not exist"
  | "fails for odd ids"
  | "takes bodies that are not JSON"
  | "takes a body of any type"
  | "takes books without a title"
  | "changes without a key"
  | "returns 200 for a new book"
  | "has no OPTIONS";

/** Starts a service that `library.yaml` describes, and that takes the key `sesame`. */
export async function startLibrary(bug?: LibraryBug) {
  const books = new Map([[1, { id: 1, title: "Emma", year: 1815 }]]);
  /** The requests that changed something. */
  const changes: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", headers } = request;
    const { pathname, searchParams } = new URL(`http://x${request.url}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const end = (status: number, value?: unknown, more: Record<string, string | number> = {}) => {
      const known = status < 400 ? "application/json" : "application/problem+json";
      const type = bug === "sends a list as text" && Array.isArray(value) ? "text/plain" : known;
      // The same ID for every response, and problems in a form of its own: the description promises neither.
      response.writeHead(status, {
        "x-request-id": "1",
        ...(value !== undefined && { "content-type": type }),
        ...more,
      });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    const refuse = (status: number) => end(status, { status: 999, type: "about:nothing", title: status });
    const [, place, id] = pathname.split("/");
    if (pathname === "/health") return end(200);
    if (place !== "books" || pathname.split("/").length > 3)
      return bug === "serves any path" ? end(200) : refuse(404);
    const isKeyed =
      headers["x-key"] === "sesame" || (bug === "takes any key" && headers["x-key"] !== undefined);
    const isOpen =
      (bug === "lists without a key" && method === "GET") ||
      (bug === "changes without a key" && method !== "GET");
    if (!isKeyed && !isOpen) return refuse(401);
    const allow = id === undefined ? "GET, POST, DELETE, OPTIONS" : "GET, PUT, DELETE";
    const isTaken = bug === "takes PUT on the list" && id === undefined && method === "PUT";
    if (isTaken) return end(200, {});
    if (!allow.includes(method)) return end(405, {}, bug === "omits Allow" ? {} : { allow });
    if (method === "OPTIONS") return bug === "has no OPTIONS" ? refuse(501) : end(204, undefined, { allow });
    if (id === undefined && method === "GET") {
      const limit = Number(searchParams.get("limit") ?? 10);
      const isLimit = Number.isInteger(limit) && limit >= 1 && limit <= 50;
      const sort = searchParams.get("sort") ?? "title";
      if (!isLimit && bug !== "ignores the bounds of limit") return refuse(400);
      if (!["title", "year"].includes(sort)) return refuse(400);
      if (sort === "year" && bug === "fails for sort=year") return refuse(500);
      const all = [...books.values()].map((book) =>
        bug === "lists ids as texts" ? { ...book, id: String(book.id) } : book,
      );
      return end(200, all, bug === "lists without X-Total" ? {} : { "x-total": all.length });
    }
    const book = id === undefined ? undefined : books.get(Number(id));
    if (id !== undefined && Number.isNaN(Number(id)) && bug === "fails for odd ids") return refuse(500);
    if (id !== undefined && !book)
      return bug === "finds books that do not exist" ? end(200, { id: 7, title: "x" }) : refuse(404);
    if (method === "GET") return end(200, book);
    if (method === "DELETE") {
      changes.push(`DELETE ${id}`);
      books.delete(Number(id));
      return end(204);
    }
    if (headers["content-type"] !== "application/json" && bug !== "takes a body of any type")
      return refuse(id === undefined ? 415 : 422);
    const written = parsed(Buffer.concat(chunks).toString(), bug === "takes bodies that are not JSON");
    if (!isBook(written, bug === "takes books without a title")) return refuse(422);
    const stored = { ...(written as object), id: Number(id ?? books.size + 1) } as {
      id: number;
      title: string;
      year: number;
    };
    changes.push(`${method} ${stored.id}`);
    books.set(stored.id, stored);
    return end(id === undefined && bug !== "returns 200 for a new book" ? 201 : 200, stored);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    changes,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function parsed(text: string, isLenient: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return isLenient ? { title: "x" } : undefined;
  }
}

function isBook(value: unknown, isUntitled: boolean): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { title = isUntitled ? "x" : undefined, year = 0 } = value as { title?: unknown; year?: unknown };
  const isTitle = typeof title === "string" && title.length >= 1 && [...title].length <= 80;
  return isTitle && Number.isInteger(year) && (year as number) <= 2100;
}
