import { fragment } from "../anchors.ts";
import { type Content, type Html, html } from "../html.ts";
import type { Heading } from "../markdown.ts";
import { markdownFile, type Page, repository, rootPath } from "./page.ts";

/** The files that pages load, below the root of the site. */
export interface Assets {
  readonly style: string;
  readonly icon: string;
  /** Runs before the page is drawn. */
  readonly earlyScript: string;
  readonly mainScript: string;
  /** Loaded on first use. */
  readonly searchScript: string;
  readonly sandboxScript: string;
}

/** What all pages share. */
export interface Site {
  readonly name: string;
  /** The version of the interface. */
  readonly version: string;
  /** Its licence, such as `MIT`. */
  readonly license: string;
  readonly assets: Assets;
  /** The file of the search records, below the root of the site. */
  readonly searchIndex: string;
  readonly pages: readonly Page[];
}

/**
 * The Content-Security-Policy: no inline script or style, and no other origin. A page with forms may also send requests to the
 * service that its reader names, over TLS or to loopback.
 */
function contentSecurityPolicy({ sendsRequests = false }: Page): string {
  const named = sendsRequests ? " https: http://127.0.0.1:* http://localhost:*" : "";
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'${named}; base-uri 'none'; form-action 'none'`;
}

/** A page as a complete document; `root` is the path from the page's address to the root of the site. */
export function layout(site: Site, page: Page, root = rootPath(page.path)): string {
  const { style, earlyScript, mainScript, searchScript, sandboxScript, icon } = site.assets;
  const title = page.path === "" ? `${site.name}: computers over HTTP` : `${page.title} · ${site.name}`;
  const source = site.pages.some(({ path }) => path === page.path) && root + markdownFile(page.path);
  const document = html`
    <!doctype html>
    <html lang="en" data-root="${root}" data-search="${searchScript}" data-search-index="${site.searchIndex}" data-sandbox="${sandboxScript}">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(page)}">
      <meta name="description" content="${page.summary}">
      <title>${title}</title>
      <meta property="og:title" content="${title}">
      <meta property="og:description" content="${page.summary}">
      ${source && html`<link rel="alternate" href="${source}" type="text/markdown">`}
      <link rel="icon" href="${root}${icon}" type="image/svg+xml">
      <link rel="stylesheet" href="${root}${style}">
      <script src="${root}${earlyScript}"></script>
      <script type="module" src="${root}${mainScript}"></script>
    </head>
    <body>
      <a class="skip" href="#content">Skip to content</a>
      ${topBar(site, root)}
      <div class="shell">
        ${sideBar(site, page, root)}
        <main id="content"${page.isWide === true ? html` class="wide"` : ""}>
          ${source && takeLine(source, root)}
          ${page.isWide !== true && contentsBeside(page)}
          ${page.isWide === true ? page.body : html`<article class="prose">${page.body}</article>`}
          ${neighbours(site, page, root)}
          ${footer(site, root)}
        </main>
      </div>
    </body>
    </html>`;
  return `${document.text.trim()}\n`;
}

function topBar({ name, version, assets }: Site, root: string): Html {
  return html`
    <header class="top">
      <a class="brand" href="${root}"><img src="${root}${assets.icon}" alt="" width="24" height="24"> ${name}</a>
      <a class="version" href="${root}changelog/">${version}</a>
      <a class="index-link" href="${root}find/">Index</a>
      <button class="search-button" type="button" data-open-search>Search <kbd>/</kbd></button>
      <button class="theme-button" type="button" data-theme-button>Theme</button>
    </header>`;
}

function footer({ version, license }: Site, root: string): Html {
  return html`
    <footer>
      <a href="${root}changelog/">Version ${version}</a> · ${license} licence ·
      <a href="${repository}">Repository</a> · <a href="${repository}/issues">Report a mistake</a>
    </footer>`;
}

/** The page for programs: a link to it, and a button that copies it. */
function takeLine(source: string, root: string): Html {
  return html`
    <p class="take">
      <button type="button" data-copy-page="${source}">Copy page</button>
      <a href="${source}">Markdown</a>
      <a href="${root}llms.txt">llms.txt</a>
    </p>`;
}

function contentsBeside({ headings }: Page): Content {
  const contents = pageContents(headings);
  return (
    contents !== "" &&
    html`
    <nav class="rail" aria-label="On this page">
      <details class="menu" data-open-from="1240"><summary>On this page</summary>${contents}</details>
    </nav>`
  );
}

function sideBar(site: Site, current: Page, root: string): Html {
  const groups = [...new Set(site.pages.map(({ group }) => group))];
  return html`
    <nav class="side" aria-label="Pages">
      <details class="menu" data-open-from="833">
        <summary>Menu</summary>
        <div class="groups">
          ${groups.map((group) => navigationGroup(site, current, root, group))}
        </div>
      </details>
    </nav>`;
}

function navigationGroup(site: Site, current: Page, root: string, group: string): Html {
  const own = site.pages.filter((page) => page.group === group && page.parent === undefined);
  return html`
    ${own.length > 1 && html`<p class="group">${group}</p>`}
    <ul>${own.map((page) => navigationEntry(site, page, current, root))}</ul>`;
}

function navigationEntry(site: Site, page: Page, current: Page, root: string): Html {
  const isOpen = page.path === current.path || page.path === current.parent;
  const children = site.pages.filter(({ parent }) => parent === page.path);
  return html`
    <li>
      ${navigationLink(page, current, root)}
      ${isOpen && (children.length > 0 ? childList(children, current, root) : page.isWide === true && pageContents(page.headings))}
    </li>`;
}

function childList(children: readonly Page[], current: Page, root: string): Html {
  return html`<ul class="contents">${children.map((child) => html`<li>${navigationLink(child, current, root)}</li>`)}</ul>`;
}

function navigationLink(page: Page, current: Page, root: string): Html {
  const isCurrent = page.path === current.path;
  return html`<a href="${root}${page.path}"${isCurrent && html` aria-current="page"`}>${page.title}${page.status !== undefined && html` <span class="status">${page.status}</span>`}</a>`;
}

/** The headings of the current page. In the reference, headings at level 1 group the following ones. */
function pageContents(headings: readonly Heading[]): Content {
  const shown = headings.filter(({ level }) => level <= 3);
  if (shown.length < 2) return "";
  return html`<ul class="contents">${shown.map(
    ({ id, title, level, method }) =>
      html`<li class="l${level}"><a href="${fragment(id)}">${brokenName(title)}${method !== undefined && html` <span class="method ${method.toLowerCase()}">${method}</span>`}</a></li>`,
  )}</ul>`;
}

/** Lets a long name break after its underscores. */
function brokenName(name: string): Content {
  return name.split("_").map((part, index) => [index > 0 && html`_<wbr>`, part]);
}

function neighbours({ pages }: Site, page: Page, root: string): Content {
  const at = pages.findIndex(({ path }) => path === page.path);
  if (at === -1) return "";
  const link = (other: Page | undefined, relation: string, label: string): Content =>
    other !== undefined &&
    html`<a rel="${relation}" href="${root}${other.path}"><span>${label}</span> ${other.title}</a>`;
  return html`
    <nav class="neighbours" aria-label="Previous and next page">
      ${link(at > 0 ? pages[at - 1] : undefined, "prev", "Previous")}
      ${link(pages[at + 1], "next", "Next")}
    </nav>`;
}
