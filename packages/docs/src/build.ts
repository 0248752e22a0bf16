/** Builds the site to dist/site, and the pages that the service shows outside it to dist/service. */
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { buildSite } from "./site.ts";
import { writeSite } from "./write-site.ts";

const started = performance.now();
const base = process.env.DOCS_BASE ?? "/";
try {
  if (!/^\/(.+\/)?$/.test(base)) throw new Error(`DOCS_BASE must begin and end with a slash, not ${base}.`);
  const { site, service } = await buildSite(base);
  const folder = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
  // Remove the layout of earlier builds.
  await rm(folder(""), { recursive: true, force: true });
  await Promise.all([writeSite(folder("site"), site), writeSite(folder("service"), service)]);
  const pages = site.filter(({ path }) => path.endsWith(".html")).length;
  console.log(`dist: ${pages} pages in ${((performance.now() - started) / 1000).toFixed(1)} s`);
} catch (error) {
  // What the content or the description lacks is not a bug in the program.
  const isBug = !(error instanceof Error) || error.name !== "Error";
  console.error(isBug ? error : error.message);
  process.exitCode = 1;
}
