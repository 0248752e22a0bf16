/** Builds the site to dist/site, and the pages that the service shows outside it to dist/service. */
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readArguments } from "@compute-host/command-line";
import { buildSite } from "./site.ts";
import { writeSite } from "./write-site.ts";

readArguments({
  command: "pnpm --filter @compute-host/docs build",
  about: "Builds the site to dist/site, and the pages that the service shows outside it to dist/service.",
  environment: [
    {
      name: "DOCS_BASE",
      accepts: { name: "a path that begins and ends with a slash", test: (path) => /^\/(.+\/)?$/.test(path) },
      about: "the path at which the site is served (/)",
    },
  ],
});
const started = performance.now();
const base = process.env.DOCS_BASE ?? "/";
const { site, service } = await buildSite(base);
const folder = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
// Remove the layout of earlier builds.
await rm(folder(""), { recursive: true, force: true });
await Promise.all([writeSite(folder("site"), site), writeSite(folder("service"), service)]);
const pages = site.filter(({ path }) => path.endsWith(".html")).length;
console.log(`dist: ${pages} pages in ${((performance.now() - started) / 1000).toFixed(1)} s`);
