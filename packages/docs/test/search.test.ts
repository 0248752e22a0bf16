import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cutExcerpt, termPattern } from "../src/browser/search/excerpt.ts";
import { searchIn } from "../src/browser/search/search-index.ts";
import { slugify } from "../src/markdown/markdown.ts";
import { renderPage } from "../src/rendered-page.ts";
import { searchPages } from "../src/search-pages.ts";
import { rowsOf, type SearchPage } from "../src/search-row.ts";
import { attribute, type Element, elementsBelow, parseHtml, textOf } from "./html-tree.ts";

const site = fileURLToPath(new URL("../dist/site/", import.meta.url));
const [file = ""] = globSync("assets/search.*.json", { cwd: site });
const records = JSON.parse(readFileSync(site + file, "utf8")) as SearchPage[];
const search = await searchIn(records);
const pageOf = ({ url }: { readonly url: string }) => `/${url.split("#")[0]}`;

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
/upgrade/: upgrade from 0.1 to 0.2 | upgrade the client
/changelog/: what changed in the last version
/upgrade/: upgrade the service | roll back a release
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
/guides/what-a-change-breaks/: who breaks when the description changes
/guides/change-the-interface/: add a field to a computer
/decide/: does it fit us | can it create computers | webhooks
/decide/ /command-line/: delete a computer
/guides/errors-and-retries/ /client/: my request hangs | cancel a running call
/guides/errors-and-retries/: proxy environment variable in node
/reference/ /guides/waiting/: what statuses can a computer have
/reference/: link a computer to a host
/errors/host-already-set/ /errors/host-taken/: 409 when I set the host
/guides/web-pages/: import the client in a browser without a bundler
/guarantees/: how many requests per second | is my data encrypted | memory and disk needed
/reference/ /upgrade/: how long does a deprecated field stay
/decide/ /guides/authentication/ /reference/: permissions and roles
/decide/: can I use it commercially
/guides/other-clients/ /guides/writing-a-service/: which programming languages are supported
/operations/ /errors/unavailable/ /guides/running-the-service/: disk is full
/operations/ /command-line/: where are the logs of a failed step
/operations/ /guarantees/: service was killed while a step ran
/operations/ /settings/: graceful shutdown
/operations/: nginx reverse proxy
/command-line/ /operations/ /guides/running-the-service/: add an existing machine
/postgresql/ /operations/: postgres password changed
/reference/ /errors/: error format
/reference/ /guides/writing-a-service/: do responses need a request id | which fields are required
/guides/writing-a-service/: sample implementation in python
/contract-tests/: run the tests safely against production data
/reference/ /errors/computer-not-found/ /guides/writing-a-service/: should an unknown id give 403 or 404
/contract-tests/ /guides/writing-a-service/: skip the tests of decisions
/guides/why-did-my-ci-fail/ /spec-gate/: shallow clone in github actions | remove an endpoint
/guides/why-did-my-ci-fail/: is a new enum value breaking | make an optional property required
/spec-gate/: comment on the pull request | exclude internal endpoints
/guides/change-the-interface/: generate the types again
`;
const questions = table
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [pages = "", asked = ""] = line.split(/: (.*)/);
    return asked.split(" | ").map((question) => [question, pages.split(" ")] as const);
  });

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
    // The status is an element of its own.
    const title =
      link?.childNodes
        .flatMap((node) => ("value" in node ? node.value : []))
        .join("")
        .trim() ?? "";
    return search(title)[0]?.url === address ? [] : `${title}: ${search(title)[0]?.url}`;
  });
  expect(pages.length).toBeGreaterThan(45);
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

/** An identifier, and the addresses of the places that define it: titles, fields, options, rows, pages of errors. */
const places = new Map<string, Set<string>>();
const isIdentifier = (name: string) => /^(?:--[a-z][\w-]*|[A-Za-z][a-z]*(?:[A-Z0-9_.=-]\w*)+)$/.test(name);
const define = (name: string, url: string) => {
  if (isIdentifier(name)) places.set(name, (places.get(name) ?? new Set()).add(url));
};
for (const { address, elements } of pages) {
  const [, kind] = /^errors\/(.+)\/$/.exec(address) ?? [];
  if (kind !== undefined) {
    define(kind, address);
    continue;
  }
  let heading = address;
  for (const element of elements) {
    const id = attribute(element, "id");
    const url = `${address}#${encodeURIComponent(id ?? "")}`;
    if (/^h[2-6]$/.test(element.tagName)) {
      heading = url;
      define(textOf(element).trim(), url);
      if (id !== slugify(textOf(element))) define(id ?? "", url);
    }
    // A part of a long section has an address such as `log~2`, and defines nothing.
    const isNamed = /^(?:li|tr)$/.test(element.tagName) && id !== undefined && !id.includes("~");
    const [code] = isNamed ? codesIn(element) : [];
    if (code !== undefined) define(code, url);
    if (
      element.tagName === "pre" &&
      /^(?:compute-host|spec-gate|contract-tests)/.test(attribute(element, "aria-label") ?? "")
    )
      for (const [, name = ""] of textOf(element).matchAll(/^ +(?:-\w, )?(--[\w-]+)/gm))
        define(name, heading);
  }
}

/** What an item or a row begins with, if that is code. */
function codesIn(element: Element): string[] {
  return elementsBelow(element)
    .filter(({ tagName }) => tagName === "code")
    .slice(0, 1)
    .filter((code) => textOf(element).trim().startsWith(textOf(code)))
    .map(textOf);
}

const defined = [...places].filter(([, urls]) => urls.size <= 2);

test("each identifier that one or two places define finds one of them first", () => {
  expect(defined.length).toBeGreaterThan(350);
  const lost = defined.flatMap(([name, urls]) => {
    const first = search(name)[0]?.url ?? "nothing";
    return urls.has(first) ? [] : `${name}: ${first}, not ${[...urls]}`;
  });
  expect(lost).toEqual([]);
});

test.each([
  ["without its last letters", (name: string) => name.slice(0, Math.ceil(name.length * 0.75))],
  ["without a letter", (name: string) => name.slice(0, name.length / 2) + name.slice(name.length / 2 + 1)],
  [
    "with two letters swapped",
    (name: string) => name.slice(0, -3) + [...name.slice(-3, -1)].toReversed().join("") + name.slice(-1),
  ],
])("an identifier %s is among the first three results", (_what, slip) => {
  const long = defined.filter(([name]) => name.length > 7 && isIdentifier(slip(name)));
  const lost = long.filter(([name]) => {
    const typed = slip(name);
    const found = search(typed).slice(0, 3);
    // A beginning may be that of many: then each result has it.
    return (
      !found.some(({ title, url, text }) => `${title} ${url} ${text}`.includes(name)) &&
      !(found.length > 0 && found.every((one) => `${one.title} ${one.url} ${one.text}`.includes(typed)))
    );
  });
  expect(lost.map(([name]) => name)).toEqual([]);
});

const elements = pages.flatMap((page) => page.elements);
const articles = elements.filter(({ tagName }) => tagName === "article").map(textOf);
const inlineCode = elements.filter(
  ({ tagName, parentNode }) => tagName === "code" && (parentNode as Element).tagName !== "pre",
);

test.each([
  ["metric", articles.flatMap((text) => text.match(/\bcompute_host_[a-z_]+/g) ?? []), 22],
  ["variable", articles.flatMap((text) => text.match(/\bCOMPUTE_HOST_[A-Z_]+/g) ?? []), 35],
  [
    "name in a sentence",
    inlineCode.map(textOf).filter((name) => /^[A-Za-z]\w*(?:[-_.]\w+|[A-Z]\w*)$/.test(name)),
    200,
  ],
])("each %s finds a text with it first", (_kind, all, count) => {
  // The beginning of another name finds that.
  const names = [...new Set(all)].filter(
    (name) => !all.some((one) => one.startsWith(`${name}_`) || /_$/.test(name)),
  );
  expect(names.length).toBeGreaterThanOrEqual(count);
  const lost = names.filter((name) => {
    const [found] = search(name);
    return !new RegExp(`\\b${name}\\b`).test(`${found?.title} ${found?.text} ${found?.url}`);
  });
  expect(lost).toEqual([]);
});

test("sections with one title are told apart by their place", () => {
  // Parts of a long section have its title and its place.
  const sections = rowsOf(records).filter(({ url }) => !url.includes("~"));
  const shown = sections.map(({ title, kind }) => `${title} ${kind}`);
  expect(shown.filter((one, index) => shown.indexOf(one) < index)).toEqual([]);
  expect(shown).toContain("Parameters in Get a computer, API reference");
  expect(shown).toContain("computerId in Get a computer, API reference");
});

test("an excerpt begins and ends at a word, and shows a term", () => {
  const excerpts = questions.flatMap(([question]) =>
    search(question)
      .slice(0, 5)
      .map(({ text, terms }) => ({ text, terms, excerpt: cutExcerpt(text, terms) })),
  );
  expect(excerpts.length).toBeGreaterThan(200);
  for (const { text, terms, excerpt } of excerpts) {
    const [, shown = ""] = /^(?:… )?(.*?)(?: …)?$/.exec(excerpt) ?? [];
    expect(` ${text} `).toContain(` ${shown} `);
    expect(shown.length).toBeLessThanOrEqual(170);
    if (termPattern(terms).test(text)) expect(shown).toMatch(termPattern(terms));
  }
});

test("a keyword that no sentence of its section answers stops the build", () => {
  const page = renderPage({ path: "a/", group: "A", text: "# A\n\nOne.\n\n## B\n\nRotate it.\n" });
  const [row] = searchPages([page], "/a/#b: rotation = Rotate it");
  expect(row?.words).toEqual(["", "rotation"]);
  for (const line of ["/a/#b: rotation", "/a/#b: rotation = Revoke", "/a/#c: rotation = Rotate it"])
    expect(() => searchPages([page], line)).toThrow(line);
});

test("a keyword whose words are not those of the sentence shows the nearest sentence", () => {
  const page = renderPage({
    path: "a/",
    group: "A",
    text: "# A\n\nNow rotate it.\n\n## B\n\nKeep it. Rotate it now.\n",
  });
  const line = "/a/#b: rotation = rotate it";
  expect(() => searchPages([page], line)).toThrow(`letter case counts:\n${line}\n  nearest: Rotate it now.`);
});

test("unknown words find nothing", () => {
  expect(search("zeppelin")).toEqual([]);
});

test("of 106 questions, 97 find their page among the first three results, and 80 as the first", () => {
  const ranks = questions.map(([question, pages]) =>
    search(question).findIndex((one) => pages.includes(pageOf(one))),
  );
  const within = (count: number) => ranks.filter((rank) => rank >= 0 && rank < count).length;
  const missed = questions.flatMap(([question], index) =>
    ranks[index] === 0 ? [] : `${question}: ${ranks[index]}`,
  );
  expect(questions).toHaveLength(106);
  expect(within(3), missed.join("\n")).toBeGreaterThanOrEqual(97);
  expect(within(1), missed.join("\n")).toBeGreaterThanOrEqual(80);
});
