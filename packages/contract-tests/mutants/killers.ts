import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Killed } from "./kill-table.ts";

const file = new URL("killers.gen.json", import.meta.url);

/** The case that noticed each bug the last time, by the bug. A title that no case has any more does no harm. */
export function readKillers(): Readonly<Record<string, string>> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>) : {};
}

/** Writes down which case noticed each bug; what is known of other bugs stays. */
export function writeKillers(bugs: readonly Killed[]): void {
  const found = Object.fromEntries(bugs.flatMap(({ id, by }) => (by ? [[id, by.title]] : [])));
  const all = Object.entries({ ...readKillers(), ...found }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), undefined, 1)}\n`);
}
