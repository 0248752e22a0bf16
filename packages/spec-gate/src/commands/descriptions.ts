import { existsSync, readFileSync, statSync } from "node:fs";
import { glob, isDynamicPattern } from "tinyglobby";
import { SpecGateError } from "../spec-gate-error.ts";

const ending = "**/*.{yaml,yml,json}";

/**
 * Lists the descriptions that the names stand for: files, folders with all descriptions in them, and globs.
 * @throws SpecGateError if a folder or a glob has no description
 */
export async function descriptionsIn(names: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(
    names.map(async (name) => {
      const isFolder = existsSync(name) && statSync(name).isDirectory();
      if (!isFolder && (existsSync(name) || !isDynamicPattern(name))) return [name];
      const [patterns, cwd] = isFolder ? [ending, name] : [name, "."];
      const found = await glob(patterns, { cwd, ignore: ["**/node_modules/**"], expandDirectories: false });
      const files = found.map((file) => (isFolder ? `${name.replace(/\/$/, "")}/${file}` : file));
      const descriptions = files.filter(isDescription);
      if (descriptions.length === 0) throw new SpecGateError(`no OpenAPI description matches ${name}`);
      return descriptions.sort();
    }),
  );
  return [...new Set(lists.flat())];
}

/** Whether the file says that it is a description, and not a part of one. */
function isDescription(file: string): boolean {
  return /^["']?(?:openapi|swagger)["']?\s*:|^\s*"(?:openapi|swagger)"\s*:|^\s*\{\s*"(?:openapi|swagger)"/m.test(
    readFileSync(file, "utf8"),
  );
}
