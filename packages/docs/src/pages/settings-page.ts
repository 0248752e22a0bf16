import { readFileSync } from "node:fs";
import type { Page } from "../page.ts";

/** The settings of the service, from the file that its tests generate. */
export function settingsPage(): Omit<Page, "group"> {
  const file = readFileSync(new URL("../../../server/.env.example", import.meta.url), "utf8");
  // The first block says how to use the file.
  const entries = file.trim().split("\n\n").slice(1).map(readEntry);
  const titles = [...new Set(entries.map(({ title }) => title))];
  const sections = titles.map((title) => {
    const texts = entries.filter((entry) => entry.title === title).map(({ text }) => text);
    return `## ${title}\n\n${texts.join("\n\n")}`;
  });
  return {
    path: "settings/",
    summary: "Every environment variable of the service, with its default.",
    text: [
      "# Settings",
      "The service reads these environment variables when it starts, and reports all invalid ones together.",
      ...sections,
    ].join("\n\n"),
  };
}

/** The groups of settings, by the first word after the prefix. */
const groups: Readonly<Record<string, string>> = {
  DATABASE: "Database and nodes",
  NODE: "Database and nodes",
  JWT: "JWTs",
  PROVISIONER: "Provisioning",
  SHUTDOWN: "Shutdown",
};

/** Turns an entry into a section, as a target for links and the search. */
function readEntry(entry: string): { readonly title: string; readonly text: string } {
  const [, about, name, fallback] = /^# (.*)\n# Expected: .*\n#?(\w+)=(.*)$/.exec(entry) ?? [];
  if (about === undefined || name === undefined) throw new Error(`No setting: ${entry}`);
  const shown = fallback ? `Default: \`${fallback}\`. ` : "";
  return {
    title: groups[/HOST_([A-Z]+)/.exec(name)?.[1] ?? ""] ?? "Network, log and limits",
    text: `### \`${name}\`\n\n${shown}${about}`,
  };
}
