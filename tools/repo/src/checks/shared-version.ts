import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { Workspace } from "./workspace.ts";

/**
 * Reports each package that holds the description, and so is in the fixed group of changesets, with another version
 * than it.
 */
export async function checkSharedVersion({ root, packages }: Workspace): Promise<string[]> {
  const read = (file: string) => readFile(join(root, file), "utf8");
  const { info } = parse(await read("spec/openapi.yaml"));
  const { fixed } = JSON.parse(await read(".changeset/config.json"));
  const problems: string[] = [];
  for (const { folder } of packages.filter(({ name }) => fixed[0].includes(name))) {
    const { version } = JSON.parse(await read(`${folder}/package.json`));
    if (version !== info.version)
      problems.push(
        `${folder}/package.json has version ${version}, but info.version is ${info.version}: only a release moves them`,
      );
  }
  return problems;
}
