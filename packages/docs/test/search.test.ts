import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { searchIn } from "../src/browser/search/search-index.ts";
import { markdownFile } from "../src/layout/page.ts";
import type { SearchRow } from "../src/search-row.ts";
import { questions } from "./questions.ts";

const site = fileURLToPath(new URL("../dist/site/", import.meta.url));
const [file = ""] = globSync("assets/search.*.json", { cwd: site });
const search = await searchIn(JSON.parse(readFileSync(site + file, "utf8")) as SearchRow[]);
const pageOf = (url: string) => `/${url.split("#")[0]}`;

test.each([
  ["listComputers", "reference/#listComputers"],
  ["retryInstallDeps", "reference/#retryInstallDeps"],
  ["update", "reference/#updateComputer"],
  ["install-deps", "reference/#retryInstallDeps"],
  ["name taken", "errors/name-taken/"],
  ["429", "errors/rate-limited/"],
  [`{"type":"/problems/name-taken","title":"Name taken","status":409}`, "errors/name-taken/"],
  ["unauthorized", "errors/unauthenticated/"],
  ["COMPUTE_HOST_PORT", "settings/#compute-host-port"],
  ["compute_host_jwt_issuer_up", "operations/"],
  ["keys create", "command-line/#compute-host-keys-create"],
  ["backup", "operations/#backup-and-upgrade"],
])("%s finds %s first", (query, url) => {
  expect(search(query)[0]?.url).toContain(url);
});

test("at least 95 % of the questions of readers have the right page among the first three results", () => {
  const missed = questions.filter(([question, ...pages]) => {
    const first = search(question).slice(0, 3);
    return !first.some(({ url }) => pages.includes(pageOf(url)));
  });
  expect(missed.length / questions.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.05);
});

test("99 % of the identifiers that at most eight pages name find each of them among the first ten results", () => {
  const texts = globSync("**/index.html", { cwd: site, exclude: ["find/**"] }).map((path) => ({
    page: `/${path.replace(/index\.html$/, "")}`,
    text: readFileSync(site + markdownFile(path.replace(/index\.html$/, "")), "utf8"),
  }));
  const identifier = /`([\w.-]*(?:[a-z][A-Z]|\w[-_.]\w)[\w.-]*)/g;
  const named = new Set(
    texts.flatMap(({ text }) => [...text.matchAll(identifier)].map(([, name = ""]) => name)),
  );
  const missed = [...named].flatMap((name) => {
    const found = search(name)
      .slice(0, 10)
      .map(({ url }) => pageOf(url));
    const pages = texts.filter(({ text }) => text.includes(name));
    const own = pages.length > 8 ? [] : pages.filter(({ text }) => text.includes(`\`${name}\``));
    return own.filter(({ page }) => !found.includes(page)).map(({ page }) => `${name} on ${page}`);
  });
  expect(named.size).toBeGreaterThan(200);
  expect(missed.length / named.size, missed.join()).toBeLessThan(0.01);
});

test("a kind of error is one result", () => {
  for (const query of ["429", "rate limited", "too many requests"]) {
    const rows = search(query).filter(({ url }) => /^(?:errors\/rate|reference\/#[\w.]+429$)/.test(url));
    expect(rows.map(({ url }) => url)).toEqual(["errors/rate-limited/"]);
  }
});

test("records with some of the words are found if none has all, and unknown words find nothing", () => {
  expect(search("zeppelin backups").map(({ isWhole }) => isWhole)).not.toContain(true);
  expect(search("zeppelin backups")[0]?.url).toContain("backup");
  expect(search("zeppelin")).toEqual([]);
});
