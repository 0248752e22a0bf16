import { readFileSync } from "node:fs";
import type { Page } from "../page.ts";

/** The changelog of the description: each version with what it changes. */
export function changelogPage(): Omit<Page, "group"> {
  const file = new URL("CHANGELOG.md", import.meta.resolve("@compute-host/spec/package.json"));
  const versions = readFileSync(file, "utf8").replace(/^# .*\n/, "");
  return {
    path: "changelog/",
    summary: "Each version of the interface, and what it changes for callers and readers.",
    text: `# Changelog

Each version of the interface, newest first: what breaks callers or readers, and what is new. How to read the lists of
changes:
[Why did my CI fail?](/guides/why-did-my-ci-fail/).
${versions}`,
  };
}
