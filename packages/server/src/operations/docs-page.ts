import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The page at `/docs`, or what to do where it was not built. */
export interface DocsPage {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
}

/** Reads the built API reference: from this package when it is published, else from the workspace. */
export function readDocsPage(): DocsPage {
  const path = docsPaths().find(existsSync);
  if (path === undefined) {
    const body = "The API reference is not built. Build it with `pnpm build`, then reload this page.\n";
    return { status: 404, contentType: "text/plain; charset=utf-8", body };
  }
  return { status: 200, contentType: "text/html; charset=utf-8", body: readFileSync(path) };
}

function docsPaths(): string[] {
  const packaged = fileURLToPath(new URL("./docs.html", import.meta.url));
  try {
    return [packaged, fileURLToPath(import.meta.resolve("@compute-host/docs/index.html"))];
  } catch {
    return [packaged];
  }
}
