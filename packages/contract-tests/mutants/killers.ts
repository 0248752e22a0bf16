import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Killed } from "./kill-table.ts";

const file = new URL("killers.gen.json", import.meta.url);

/** Reads the case that last detected each bug. Outdated titles do no harm. */
export function readKillers(): Readonly<Record<string, string>> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>) : {};
}

/** Records which case detected each bug, and keeps the entries of other bugs. */
export function writeKillers(bugs: readonly Killed[]): void {
  const found = Object.fromEntries(bugs.flatMap(({ id, by }) => (by ? [[id, by.title]] : [])));
  const all = Object.entries({ ...readKillers(), ...found }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), undefined, 1)}\n`);
}
