import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The page at `/docs`, or what to do where it was not built. */
export interface DocsPage {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
}

/**
 * Finds the built API reference, in this package when it is published, else in the workspace, and reads it at the first
 * request for it.
 */
export function createDocsPageReader(): () => DocsPage {
  let page: DocsPage | undefined;
  return () => {
    if (page?.status !== 200) page = readDocsPage();
    return page;
  };
}

function readDocsPage(): DocsPage {
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

/** What a page says of a kind of problem. */
export interface ProblemPageContent {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
}

/**
 * Makes a page for every kind of problem, so that the `type` of a problem can be opened. The keys are the paths; of
 * several kinds with one path the first one is shown.
 */
export function problemPages(kinds: readonly ProblemPageContent[]): ReadonlyMap<string, string> {
  return new Map(kinds.toReversed().map((kind) => [kind.type, pageOf(kind)]));
}

function pageOf({ title, status, detail }: ProblemPageContent): string {
  const heading = escapeHtml(title);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${heading}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem;color:#111;background:#fff}</style>
<main>
<h1>${heading}</h1>
<p>A problem with status ${status}.</p>
<p>${escapeHtml(detail)}</p>
<p><a href="/docs">API reference</a></p>
</main>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
