import { readFileSync } from "node:fs";
import { Anchors, slugify } from "./anchors.ts";
import { html } from "./html.ts";
import { feedFile, type MarkdownPage, repository } from "./layout/page.ts";
import { markdown } from "./markdown.ts";
import type { Version } from "./reference/version-marks.ts";
import type { SiteFile } from "./site-file.ts";

/** The versions of the interface, newest first, from its changelog. */
export function readVersions(): Version[] {
  const file = new URL("CHANGELOG.md", import.meta.resolve("@compute-host/spec/package.json"));
  return versionsIn(readFileSync(file, "utf8"));
}

/** The versions in a changelog. One that is not released has no date. */
export function versionsIn(changelog: string): Version[] {
  const [, ...entries] = changelog.split(/^## /m);
  return entries.map((entry) => {
    const [, name = "", date, text = ""] = /^(\S+)\n\n(?:_([\d-]{10})_\n\n)?(.*)$/s.exec(entry) ?? [];
    return { name, date, text };
  });
}

/** The changelog of the description: each version with the changes that the gate found. */
export function changelogPage(versions: readonly Version[]): MarkdownPage {
  return {
    path: "changelog/",
    group: "About",
    summary: "Each version of the interface, and what it changes for callers and readers.",
    text: `# Changelog

Each version of the interface, newest first. The entries come from the gate, which compares a version with the one before
it: what breaks callers or readers, what is new, and what is only worded differently. How to read them:
[Changing a spec](/guides/changing-a-spec/). Each page links to a feed of them.

${versions.map(({ name, date, text }) => `## ${name}\n\n${date ?? "Not released yet"}\n\n${text}`).join("\n")}`,
  };
}

/** The same as an Atom feed ([RFC 4287](https://www.rfc-editor.org/rfc/rfc4287)). */
export function changelogFeed(versions: readonly Version[]): SiteFile {
  const id = "tag:github.com,2026:compute-host/compute-host";
  const time = (date = "") => html`<updated>${date}T00:00:00Z</updated>`;
  const released = versions.filter(({ date }) => date !== undefined);
  const entries = released.map(
    ({ name, date, text }) => html`
      <entry>
        <id>${id}:${name}</id>
        <title>${name}</title>
        ${time(date)}
        <link href="changelog/#${slugify(name)}"/>
        <content type="html">${markdown(text, { anchors: new Anchors() }).text}</content>
      </entry>`,
  );
  const feed = html`
    <?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom">
      <id>${id}</id>
      <title>Compute Host Management Interface</title>
      <author><name>Compute Host</name><uri>${repository}</uri></author>
      ${time(released[0]?.date)}
      <link rel="self" href="${feedFile}"/>
      ${entries}
    </feed>`;
  return { path: feedFile, content: `${feed.text.trim()}\n` };
}
