import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { computerRecord, openPlace } from "./open-place.ts";

/** What may stand where a database is expected. */
const files: Readonly<Record<string, (path: string) => void>> = {
  "a text": (path) => writeFileSync(path, "no database at all\n".repeat(100)),
  "a short text": (path) => writeFileSync(path, "x"),
  "an empty file": (path) => writeFileSync(path, ""),
  "a folder": (path) => mkdirSync(path),
  "a link to a missing file": (path) => symlinkSync("missing/data.db", path),
};

describe.each(Object.keys(files))("%s is refused as a database, and nothing is left beside it", (kind) => {
  const manyLines = "\n".repeat(100_000) + computerRecord(1);

  test.each([
    ["serve", "serve --port 0"],
    ["a command", "computers list"],
    ["a command that creates a database", "keys create --owner usr_ada"],
    ["a command that stops services", "computers import FOLDER/many.ndjson"],
    ["backup", "backup FOLDER/backup.db"],
    ["copy", "copy COMPUTE_HOST_DATABASE_URL sqlite:FOLDER/copies/copy.db"],
    ["restore", "restore FOLDER/data/compute-host.db", "other/new.db"],
  ])("by %s", async (_what, line, database = "data/compute-host.db") => {
    const environment = { COMPUTE_HOST_DATABASE_URL: "" };
    const { place, fails } = openPlace(environment);
    environment.COMPUTE_HOST_DATABASE_URL = `sqlite:${join(place.folder, database)}`;
    place.write("many.ndjson", manyLines);
    mkdirSync(join(place.folder, "data"));
    files[kind]?.(place.databasePath);
    const before = contentOf(place.folder);
    await fails(line.replaceAll("FOLDER", place.folder), /^(?:On SQLite, .*\n)?compute-host: .+\n$/);
    expect(contentOf(place.folder)).toEqual(before);
  });
});

/** The files and folders in a folder, with their sizes. */
function contentOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${name} ${statSync(join(folder, name), { throwIfNoEntry: false })?.size}`)
    .toSorted();
}
