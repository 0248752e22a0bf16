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
<p><a href="/docs/reference/">API reference</a></p>
</main>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
