/** Builds the site to dist/. */
import { fileURLToPath } from "node:url";
import { siteFiles } from "./site.ts";
import { writeSite } from "./write-site.ts";

const started = performance.now();
const files = await siteFiles();
await writeSite(fileURLToPath(new URL("../dist", import.meta.url)), files);
const pages = files.filter(({ path }) => path.endsWith(".html")).length;
console.log(`dist: ${pages} pages in ${((performance.now() - started) / 1000).toFixed(1)} s`);
