/** Renders the spec to dist/index.html with Redocly, as one file that requests nothing from anywhere. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("..", import.meta.url));
const page = fileURLToPath(new URL("../dist/index.html", import.meta.url));
execFileSync("redocly", ["build-docs", "v0", "--inlineBundle", "--output", page], {
  cwd: folder,
  stdio: "pipe",
});

// Redoc shows a logo from its vendor's host even in an inlined page.
const policy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:; connect-src blob: data:";
const marker = '<meta charset="utf8" />';
const html = readFileSync(page, "utf8");
if (!html.includes(marker))
  throw new Error(`The rendered page has no ${marker}: adapt ${import.meta.url} to it.`);
writeFileSync(
  page,
  html.replace(marker, `${marker}\n  <meta http-equiv="Content-Security-Policy" content="${policy}" />`),
);
console.log(`dist/index.html: ${Math.round(html.length / 1024)} KiB`);
