import { breakable, type Content, Html, html } from "./markdown/html.ts";
import type { Section } from "./markdown/markdown.ts";
import { markdownFile, repository, rootPath } from "./page.ts";
import type { RenderedPage } from "./rendered-page.ts";

/** The files that pages load, below the root of the site. */
export interface Assets {
  readonly style: string;
  readonly icon: string;
  readonly mainScript: string;
  /** Loaded on first use. */
  readonly searchScript: string;
  readonly tryScript: string;
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
  readonly pages: readonly RenderedPage[];
}

/**
 * The Content-Security-Policy: no inline script or style, and no other origin. A page with forms may also send requests
 * to the service that its reader names, over TLS or to loopback.
 */
function contentSecurityPolicy({ sendsRequests = false }: RenderedPage): string {
  const named = sendsRequests ? " https: http://127.0.0.1:* http://localhost:*" : "";
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self'${named}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** A page as a complete document; `root` is the path from the page's address to the root of the site. */
export function layout(site: Site, page: RenderedPage, root = rootPath(page.path)): string {
  const { style, mainScript, searchScript, tryScript, sandboxScript, icon } = site.assets;
  const title = page.path === "" ? `${site.name}: computers over HTTP` : `${page.title} · ${site.name}`;
  const source = site.pages.some(({ path }) => path === page.path) && root + markdownFile(page.path);
  const proseClass = `${page.isWide === true ? "wide-prose" : "prose"}${page.path === "" ? " front" : ""}`;
  const document = html`
    <!doctype html>
    <html lang="en" data-root="${root}" data-search="${searchScript}" data-search-index="${site.searchIndex}"
      data-form="${tryScript}" data-sandbox="${sandboxScript}">
    <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(page)}">
      <meta name="description" content="${page.summary}">
      <title>${title}</title>
      ${source && html`<link rel="alternate" href="${source}" type="text/markdown">`}
      <link rel="icon" href="${root}${icon}" type="image/svg+xml">
      <link rel="stylesheet" href="${root}${style}">
      <script type="module" src="${root}${mainScript}"></script>
    </head>
    <body>
      <a class="skip" href="#content">Skip to content</a>
      ${topBar(site, root)}
      <div class="shell">
        ${sideBar(site, page, root)}
        <main id="content"${page.isWide === true ? html` class="wide"` : ""}>
          <article class="${proseClass}">${new Html(page.html)}</article>
          ${footer(site, root, source)}
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
      <button class="search-button" type="button" data-open-search>Search <kbd>/</kbd></button>
    </header>`;
}

function footer({ version, license }: Site, root: string, source: string | false): Html {
  return html`
    <footer>
      ${source && html`<p><a href="${source}">This page as Markdown</a> · <a href="${root}llms.txt">llms.txt</a></p>`}
      <a href="${root}changelog/">Version ${version}</a> · ${license} ·
      <a href="${repository}">Repository</a> · <a href="${repository}/issues">Report a mistake</a>
    </footer>`;
}

function sideBar(site: Site, current: RenderedPage, root: string): Html {
  const roots = site.pages.filter(({ parent }) => parent === undefined);
  const groups = [...new Set(roots.map(({ group }) => group))].map(
    (group) => [group, roots.filter((page) => page.group === group)] as const,
  );
  return html`
    <nav class="side" aria-label="Pages">
      <details class="menu">
        <summary>Menu</summary>
        <div class="groups">
          ${groups.map(
            ([group, own]) => html`
          ${own.length > 1 && html`<p class="group">${group}</p>`}
          <ul>${own.map((page) => navigationEntry(site, page, current, root))}</ul>`,
          )}
        </div>
      </details>
    </nav>`;
}

/** A page, and, where the reader is, the pages or else the headings below it. */
function navigationEntry(site: Site, page: RenderedPage, current: RenderedPage, root: string): Html {
  const { path, title, status, headings } = page;
  const isOpen = path === current.path || path === current.parent;
  const children = site.pages.filter(({ parent }) => isOpen && parent === path);
  const below = children.map((child) => navigationEntry(site, child, current, root));
  const mark = path === current.path && html` aria-current="page"`;
  const code = status !== undefined && html` <span class="status">${status}</span>`;
  return html`
    <li>
      <a href="${root}${path}"${mark}>${title}${code}</a>
      ${below.length > 0 ? html`<ul class="contents">${below}</ul>` : path === current.path && pageContents(headings)}
    </li>`;
}

/** The headings of the current page: two levels, or one if the page is long. */
function pageContents(headings: readonly Section[]): Content {
  const levels = headings.filter(({ level }) => level <= 3);
  const shown = levels.length > 30 ? levels.filter(({ level }) => level === 2) : levels;
  if (shown.length < 2) return "";
  return html`<ul class="contents">${shown.map(
    ({ id, title, level }) =>
      html`<li class="l${level}"><a href="#${encodeURIComponent(id)}">${breakable(title)}</a></li>`,
  )}</ul>`;
}
