import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { searchIn } from "../src/browser/search/search-index.ts";
import type { SearchRow } from "../src/search-row.ts";
import { attribute, type Element, parseHtml, textOf } from "./html-tree.ts";

const site = fileURLToPath(new URL("../dist/site/", import.meta.url));
const [file = ""] = globSync("assets/search.*.json", { cwd: site });
const search = await searchIn(JSON.parse(readFileSync(site + file, "utf8")) as SearchRow[]);
const pageOf = ({ url }: { readonly url: string }) => `/${url.split("#")[0]}`;

test.each([
  ["listComputers", "reference/"],
  ["name taken", "errors/name-taken/"],
  ["429", "errors/rate-limited/"],
  [`{"type":"/problems/name-taken","title":"Name taken","status":409}`, "errors/name-taken/"],
  ["COMPUTE_HOST_PORT", "settings/#compute-host-port"],
  ["keys create", "command-line/#compute-host-keys-create"],
])("%s finds %s first", (query, url) => {
  expect(search(query)[0]?.url).toContain(url);
});

const pages = globSync("**/index.html", { cwd: site }).map((path) => ({
  address: path.slice(0, -"index.html".length),
  ...parseHtml(readFileSync(site + path, "utf8")),
}));

test("the title of each page, as the navigation shows it, finds the page first", () => {
  const lost = pages.flatMap(({ address, elements }) => {
    const link = elements.find((element) => attribute(element, "aria-current") === "page");
    // The status beside it is an element of its own.
    const title =
      link?.childNodes
        .flatMap((node) => ("value" in node ? node.value : []))
        .join("")
        .trim() ?? "";
    return search(title)[0]?.url === address ? [] : `${title}: ${search(title)[0]?.url}`;
  });
  expect(pages.length).toBeGreaterThan(50);
  expect(lost).toEqual([]);
});

test("each heading finds a section of this title first", () => {
  const titles = pages
    // The page of an error is one result.
    .filter(({ address }) => !/^errors\/./.test(address))
    .flatMap(({ elements }) => elements.filter(({ tagName }) => /^h[2-6]$/.test(tagName)).map(textOf))
    .map((title) => title.trim());
  expect(titles.length).toBeGreaterThan(200);
  const lost = titles.filter((title) => search(title)[0]?.title.toLowerCase() !== title.toLowerCase());
  expect(lost).toEqual([]);
});

const elements = pages.flatMap((page) => page.elements);
const articles = elements.filter(({ tagName }) => tagName === "article").map(textOf);
const inlineCode = elements.filter(
  ({ tagName, parentNode }) => tagName === "code" && (parentNode as Element).tagName !== "pre",
);

test.each([
  ["metric", articles.flatMap((text) => text.match(/\bcompute_host_[a-z_]+/g) ?? []), 23],
  ["variable", articles.flatMap((text) => text.match(/\bCOMPUTE_HOST_[A-Z_]+/g) ?? []), 36],
  [
    "name in a sentence",
    inlineCode.map(textOf).filter((name) => /^[A-Za-z]\w*(?:[-_.]\w+|[A-Z]\w*)$/.test(name)),
    200,
  ],
])("each %s finds a text with it first", (_kind, all, count) => {
  const names = [...new Set(all)];
  expect(names.length).toBeGreaterThanOrEqual(count);
  const lost = names.filter((name) => {
    const [found] = search(name);
    return !new RegExp(`\\b${name}\\b`).test(`${found?.title} ${found?.text} ${found?.url}`);
  });
  expect(lost).toEqual([]);
});

test("unknown words find nothing", () => {
  expect(search("zeppelin")).toEqual([]);
});

/** What readers ask: in each line the pages that answer, and the questions. */
const table = `
/errors/name-taken/: the name is taken | two computers with the same name
/guides/authentication/: how do I get a token | api key or jwt | token expired during a long job
/guides/authentication/ /errors/unauthenticated/: my key is rejected
/reference/: rename a computer | list only computers of one host | maximum length of a name | is there pagination
/errors/rate-limited/: too many requests
/guides/errors-and-retries/ /client/: turn off retries | timeout of a request | catch a conflict
/guides/errors-and-retries/: which requests may I repeat | connection dropped during PATCH
/guides/waiting/ /client/: wait until a computer is ready
/guides/waiting/: installation failed what now
/guides/web-pages/ /settings/: cors error in the browser
/guides/web-pages/: react hooks | where do I keep the token of a web app
/guides/testing-your-code/ /client/: fake service for unit tests | mock fetch with msw
/guides/tracing/: opentelemetry
/guides/other-clients/: generate a client for java
/guides/upgrading/: upgrade from 0.1 to 0.2 | upgrade the client
/changelog/: what changed in the last version
/upgrade/ /guides/upgrading/: upgrade the service | roll back a release
/operations/ /command-line/: rotate an api key | make a backup | restore from a backup
/settings/ /guides/running-the-service/: change the port
/settings/: accept jwt of our identity provider | enable rate limiting | log level
/operations/: kubernetes | prometheus metrics | health check | systemd
/operations/ /guides/running-the-service/: write a provisioner
/errors/earlier-step-not-completed/ /operations/ /command-line/ /guides/waiting/: retry failed step create-computer
/postgresql/ /guides/running-the-service/: several nodes
/postgresql/: pgbouncer
/moving/: move from sqlite to postgres
/failover/: primary of the database fails
/guides/writing-a-service/: what must I implement | order of checks | implement the interface in go
/guides/writing-a-service/: may I add extra fields
/contract-tests/: run the contract suite | left out cases | junit report of the contract tests
/contract-tests/ /guides/writing-a-service/: test my own service
/guides/writing-a-service/ /decide/: which behaviour is left open
/guides/why-did-my-ci-fail/: why did my CI fail | request-length-narrowed | breaking change in a pull request
/guides/why-did-my-ci-fail/ /spec-gate/: accept a breaking change | ignore a rule
/spec-gate/: compare two openapi files | baseline for legacy api | sarif upload
/guides/why-did-my-ci-fail/ /spec-gate/: there is no base
/guides/change-the-interface/: add a field to a computer
/decide/: does it fit us | can it create computers | webhooks
/decide/ /command-line/: delete a computer
`;
const questions = table
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [pages = "", asked = ""] = line.split(/: (.*)/);
    return asked.split(" | ").map((question) => [question, pages.split(" ")] as const);
  });

test("92 % of the questions find their page among the first three results, and 80 % as the first", () => {
  const ranks = questions.map(([question, pages]) =>
    search(question).findIndex((one) => pages.includes(pageOf(one))),
  );
  const within = (count: number) => ranks.filter((rank) => rank >= 0 && rank < count).length / ranks.length;
  const missed = questions.flatMap(([question], index) =>
    ranks[index] === 0 ? [] : `${question}: ${ranks[index]}`,
  );
  expect(within(3), missed.join("\n")).toBeGreaterThanOrEqual(0.92);
  expect(within(1), missed.join("\n")).toBeGreaterThanOrEqual(0.8);
});
