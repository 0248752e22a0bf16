import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { knownValues, objectOf, type Schema } from "@compute-host/openapi";
import { readApi } from "@compute-host/openapi/read-api";
import markdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { readPicture, slugify } from "../src/markdown/markdown.ts";
import { attribute, type HtmlTree, parseHtml, repeatedIds, textOf } from "./html-tree.ts";

const dist = fileURLToPath(new URL("../dist/site/", import.meta.url));
const service = fileURLToPath(new URL("../dist/service/", import.meta.url));
const paths = filesIn("**/*.html", dist);
const trees = new Map(paths.map((path) => [path, parseHtml(readFileSync(dist + path, "utf8"))]));
const parseTree = (path: string) => trees.get(path) as HtmlTree;

describe.each(paths)("%s", (path) => {
  test("is valid HTML, with unique IDs, and without inline scripts or styles", () => {
    const tree = parseTree(path);
    expect(tree.errors).toEqual([]);
    expect(repeatedIds(tree)).toEqual([]);
    const inline = tree.elements.filter(
      (element) =>
        element.tagName === "style" ||
        attribute(element, "style") !== undefined ||
        (element.tagName === "script" && attribute(element, "src") === undefined) ||
        element.attrs.some(({ name }) => name.startsWith("on")),
    );
    expect(inline).toEqual([]);
  });

  test("has no broken links", () => {
    const missing = parseTree(path)
      .elements.flatMap((element) => attribute(element, "href") ?? attribute(element, "src") ?? [])
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => !leadsSomewhere(path, link));
    expect(missing).toEqual([]);
  });

  test("has one heading of the first level, and leaves out no level", () => {
    const levels = parseTree(path)
      .elements.map(({ tagName }) => /^h(\d)$/.exec(tagName)?.[1])
      .filter((level) => level !== undefined)
      .map(Number);
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  test("has no link whose text ends with a space", () => {
    const texts = parseTree(path)
      .elements.filter(({ tagName }) => tagName === "a")
      .map(textOf);
    expect(texts.filter((text) => /\s$/.test(text))).toEqual([]);
  });
});

test("the navigation has five groups of readers, and each page the title that it shows there", () => {
  const groups = parseTree("index.html").elements.filter((one) => attribute(one, "class") === "group");
  expect(groups.map(textOf)).toEqual(["Call it", "Decide", "Operate it", "Implement it", "Guard it in CI"]);
  const different = paths.filter((path) => {
    const { elements } = parseTree(path);
    const link = elements.find((one) => attribute(one, "aria-current") === "page");
    const heading = elements.find(({ tagName }) => tagName === "h1");
    const title = heading === undefined ? "" : textOf(heading).trim();
    // After the title of an error stands its status.
    return (
      link !== undefined &&
      textOf(link)
        .replace(/ \d{3}$/, "")
        .trim() !== title
    );
  });
  expect(different).toEqual([]);
});

test.each(["index.html", "decide/index.html"])("%s says that it is unreleased, and its licence", (path) => {
  const article = parseTree(path).elements.find(({ tagName }) => tagName === "article");
  const text = article === undefined ? "" : textOf(article);
  expect(text).toMatch(/unreleased/i);
  expect(text).toMatch(/\bMIT\b/);
});

test("no page opens with a command of a clone", () => {
  const opening = filesIn("**/*.md", dist).filter((path) => {
    const [start, first] = readFileSync(dist + path, "utf8").split(/^## /m);
    const [, commands = ""] = /^```(?:sh|bash)[^\n]*\n(.*?)^```$/ms.exec(`${start}${first}`) ?? [];
    return /^(?:npm (?:run|start|test)|npx pnpm|pnpm)\b|(?:^| )packages\//m.test(commands);
  });
  expect(opening).toEqual([]);
});

test("every rule of the gate has a row with an address", () => {
  const { elements } = parseTree("guides/why-did-my-ci-fail/index.html");
  const rows = elements.filter(({ tagName }) => tagName === "tr").map((one) => attribute(one, "id"));
  const rules = JSON.parse(
    readFileSync(new URL("../generated/gate-rules.gen.json", import.meta.url), "utf8"),
  );
  const names = rules.map(({ name }: { readonly name: string }) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(rows).toEqual(expect.arrayContaining(names));
});

test("the page of an error opens with what it means, not with an example of it", () => {
  expect(readFileSync(`${dist}errors/invalid-request.md`, "utf8")).toMatch(
    /^# Invalid request\n\nA parameter or the body breaks the schema of the operation\.\n/,
  );
});

test("the client's page lists errors under Errors, and constants under Constants", () => {
  const headings = new Map<string, string>();
  let heading = "";
  for (const element of parseTree("client/index.html").elements) {
    if (/^h\d$/.test(element.tagName)) heading = attribute(element, "id") ?? "";
    headings.set(attribute(element, "id") ?? "", heading);
  }
  const ids = ["conflicterror", "schemas", "sampleproblems"];
  expect(ids.map((id) => headings.get(id))).toEqual(["errors", "constants", "constants-2"]);
});

const loaded = "assets/{style,main,icon}.*.br";
test.each([
  ["the reference", ["reference/index.html.br", loaded], 18_500],
  ["a guide", ["guides/waiting/index.html.br", loaded], 14_000],
  ["the first search", ["assets/search.*.json.br", "assets/search.*.js.br"], 50_500],
  ["the sandbox of the forms", ["assets/sandbox.*.br"], 15_000],
])("%s and all that it loads have at most $2 bytes", (_what, patterns, limit) => {
  // The folder may also have assets of an earlier build, which no page names.
  const page = readFileSync(`${dist}reference/index.html`, "utf8");
  const isLoaded = (file: string) => file.endsWith(".html.br") || page.includes(file.replace(/\.br$/, ""));
  const sizes = patterns
    .flatMap((pattern) => filesIn(pattern, dist))
    .filter(isLoaded)
    .map((file) => statSync(dist + file).size);
  expect(sizes.length).toBeGreaterThanOrEqual(patterns.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(limit);
});

test("a long setting can break at each underscore, in its heading and in the contents", () => {
  const page = readFileSync(`${dist}settings/index.html`, "utf8");
  expect(page.split("COMPUTE_<wbr>HOST_<wbr>DATABASE_<wbr>CONNECTIONS").length - 1).toBeGreaterThanOrEqual(2);
});

test("the script of the search has the licence of the library in it", () => {
  const page = readFileSync(`${dist}reference/index.html`, "utf8");
  const [script = ""] = /assets\/search\.\w+\.js/.exec(page) ?? [];
  expect(readFileSync(dist + script, "utf8")).toMatch(/^\/\*!\nCopyright .* Luca Ongaro\n/);
});

const articles = paths.map((path) =>
  String(/<article[\s\S]*<\/article>/.exec(readFileSync(dist + path, "utf8"))?.[0] ?? ""),
);

test.each([
  ["in sight", articles.map((html) => html.replaceAll(/<details[\s\S]*?<\/details>/g, "")), 23_300],
  ["with the examples and forms that a reader opens", articles, 24_500],
])("all pages, $0, have at most $2 words", (_what, texts, limit) => {
  // Tags inside a line end no word.
  const words = texts.flatMap((html) =>
    html
      .replaceAll(/<\/?(?:a|code|em|span|strong|wbr)\b[^>]*>/g, "")
      .replaceAll(/<[^>]+>/g, " ")
      .match(/\S*[\p{L}\p{N}]\S*/gu),
  );
  expect(texts.length).toBeGreaterThan(45);
  expect(words.length).toBeLessThanOrEqual(limit);
});

test("guides have at most 500 words", () => {
  const content = fileURLToPath(new URL("../content/guides/", import.meta.url));
  for (const file of filesIn("*.md", content)) {
    const prose = readFileSync(content + file, "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
    expect(prose.match(/\S*[\p{L}\p{N}]\S*/gu)?.length, file).toBeLessThanOrEqual(500);
  }
});

test("the client's page has every method, with its signature and an example", () => {
  const page = readFileSync(`${dist}client.md`, "utf8");
  for (const method of ["list", "get", "update", "retryInstallDeps"]) {
    const section = new RegExp(`^#### Computers\\w*\\.${method}\\n(.*?)(?=^###)`, "ms").exec(page)?.[1] ?? "";
    expect(section).toMatch(new RegExp(`^${method}\\(.*\\): ApiCall<\\w+>$`, "m"));
    expect(section).toContain(`client.computers.${method}(`);
  }
});

test("the Markdown of a page links to the Markdown of other pages, from any depth", () => {
  for (const file of filesIn("**/*.md", dist)) {
    const text = readFileSync(dist + file, "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
    for (const [, link = ""] of text.matchAll(/\]\(([^)]+)\)/g)) {
      if (/^(https?:|#)/.test(link)) continue;
      expect(existsSync(join(dist, dirname(file), link.split("#")[0] ?? "")), `${file}: ${link}`).toBe(true);
    }
  }
  expect(readFileSync(`${dist}guides/waiting.md`, "utf8")).toContain(
    "provisioning becomes active when every step has completed.",
  );
});

describe.each(filesIn("**/*.md", dist))("%s, rendered without our extensions of Markdown,", (file) => {
  const htmlOf = (name: string) => markdownIt({ html: true }).render(readFileSync(dist + name, "utf8"));
  const treeOf = (name: string) => parseHtml(`<!doctype html>${htmlOf(name)}`);
  const tree = treeOf(file);

  test("shows none of their marks", () => {
    const prose = htmlOf(file).replaceAll(/<code[\s\S]*?<\/code>/g, "");
    expect(prose.match(/^.*(?::{3}|\{[#.{]).*$/gm)).toBeNull();
  });

  test("has the code of the page", () => {
    const page = parseTree(file === "index.md" ? "index.html" : file.replace(/\.md$/, "/index.html"));
    const codeOf = ({ elements }: HtmlTree) =>
      elements.filter(({ tagName }) => tagName === "pre").map((element) => textOf(element).trimEnd());
    expect(codeOf(tree)).toEqual(codeOf(page));
  });

  test("has no link to a place that is not there", () => {
    const missing = tree.elements
      .flatMap((element) => attribute(element, "href") ?? [])
      .filter((link) => link.includes("#") && !/^https?:/.test(link))
      .filter((link) => {
        const [path = "", fragment = ""] = link.split("#");
        const { elements } = path === "" ? tree : treeOf(join(dirname(file), path));
        const headings = elements.filter(({ tagName }) => /^h\d$/.test(tagName)).map(textOf);
        const ids = elements.map((element) => attribute(element, "id"));
        return ![...ids, ...headings.map(slugify)].includes(decodeURIComponent(fragment));
      });
    expect(missing).toEqual([]);
  });
});

test("programs find every page as Markdown", () => {
  const list = readFileSync(`${dist}llms.txt`, "utf8");
  for (const path of paths.filter((path) => path !== "404.html")) {
    const markdown = path.replace(/\/?index\.html$/, ".md").replace(/^\.md$/, "index.md");
    expect(existsSync(dist + markdown), markdown).toBe(true);
    expect(list).toContain(`(${markdown})`);
    const alternate = parseTree(path).elements.find((one) => attribute(one, "rel") === "alternate");
    expect(join(dirname(path), alternate ? String(attribute(alternate, "href")) : "")).toBe(markdown);
  }
  const reference = readFileSync(`${dist}reference.md`, "utf8");
  expect(reference).toContain("1 to 63 characters");
  expect(reference).toContain("/problems/host-already-set");
});

test("the front page begins with a request and its response", () => {
  const [request = "", ...others] = parseTree("index.html")
    .elements.filter(({ tagName }) => tagName === "pre")
    .map(textOf);
  const { id } = JSON.parse(others.find((text) => text.startsWith("{")) ?? "{}");
  expect(request).toContain(`/computers/${id}"`);
});

test("the pictures draw the states of the spec", async () => {
  const api = await readApi(fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml")));
  const computer = objectOf(objectOf(api.schemas.Computer?.properties).status);
  const step = objectOf(objectOf(api.schemas.ProvisioningStep?.properties).status) as Schema;
  const drawn = (name: string) =>
    Array.from(readPicture(name).matchAll(/class="state"[^>]*>(\w+)</g), ([, word = ""]) => word).toSorted();
  expect(drawn("states-of-a-computer")).toEqual([...(computer.enum as string[])].toSorted());
  expect(drawn("states-of-a-step")).toEqual(knownValues(step)?.toSorted());
});

test("a page that names the address of the service has the port of the settings; the mock has one of its own", () => {
  const read = (path: string) => readFileSync(dist + path, "utf8");
  const [, port] = /COMPUTE_HOST_PORT`\n\nDefault: `(\d+)`/.exec(read("settings.md")) ?? [];
  const named = filesIn("**/*.md", dist).flatMap((path) =>
    Array.from(read(path).matchAll(/127\.0\.0\.1:(\d+)/g), ([, each]) => `${path}: ${each}`),
  );
  expect(named).toContain(`index.md: ${port}`);
  expect([...new Set(named.filter((each) => !each.endsWith(`: ${port}`)))]).toEqual([
    "guides/change-the-interface.md: 4011",
  ]);
});

/** The files of a pattern, at least one: a loop over none would prove nothing. */
function filesIn(pattern: string, folder: string): string[] {
  const files = globSync(pattern, { cwd: folder }).toSorted();
  expect(files, pattern).not.toEqual([]);
  return files;
}

/** Follows a link as a host for files does: a folder is its index.html, and a fragment an ID in it. */
function leadsSomewhere(from: string, link: string): boolean {
  const [path = "", fragment] = link.split("#");
  const file = path.endsWith("/") ? `${path}index.html` : path;
  // The page for lost readers begins its links at the root of the host.
  const target = path === "" ? from : path.startsWith("/") ? file.slice(1) : join(dirname(from), file);
  if (!existsSync(dist + target) || statSync(dist + target).isDirectory()) return false;
  if (fragment === undefined || fragment === "") return true;
  const id = decodeURIComponent(fragment);
  return parseTree(target).elements.some((element) => attribute(element, "id") === id);
}

describe.each(filesIn("**/*.html", service))("the service's page %s", (path) => {
  // The service serves it under this path, or under any path without a page.
  const address = path === "404.html" ? "/docs/lost/" : `/${path.replace(/\.html$/, "")}`;
  const tree = parseHtml(readFileSync(service + path, "utf8"));

  test("has no broken links, seen from its address", () => {
    const links = tree.elements.flatMap(
      (element) => attribute(element, "href") ?? attribute(element, "src") ?? [],
    );
    const missing = links
      .filter((link) => !/^(https?:|#)/.test(link))
      .filter((link) => {
        const { pathname, hash } = new URL(link, `http://host${address}`);
        return !pathname.startsWith("/docs/") || !leadsSomewhere("index.html", pathname.slice(5) + hash);
      });
    expect(missing).toEqual([]);
  });
});
