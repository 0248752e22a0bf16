import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

const { fixed } = JSON.parse(
  readFileSync(new URL("../../../../.changeset/config.json", import.meta.url), "utf8"),
) as { fixed: [string[]] };

/** The folders of the packages that share the description's version. */
export const versionedPackages = fixed[0].map((name) =>
  name === "@compute-host/spec" ? "spec" : name.replace("@compute-host/", "packages/"),
);

/** The description, relative to the root of the repository. */
export const specFile = "spec/openapi.yaml";

/** A version and the file that states it. */
export interface StatedVersion {
  readonly file: string;
  readonly version: string;
}

/** Reads every statement of the version, first the description's, then those of the packages. */
export async function readVersions(root: string): Promise<StatedVersion[]> {
  const packages = versionedPackages.map(async (folder) => {
    const file = `${folder}/package.json`;
    const { version } = JSON.parse(await readFile(join(root, file), "utf8")) as { version: string };
    return { file, version };
  });
  return [
    { file: specFile, version: readVersion(await readFile(join(root, specFile), "utf8")) },
    ...(await Promise.all(packages)),
  ];
}

/**
 * Returns `info.version` of a description.
 * @throws Error if it has none.
 */
export function readVersion(text: string): string {
  const { info } = (parse(text) ?? {}) as { info?: { version?: unknown } };
  if (typeof info?.version !== "string") throw new Error("The description has no info.version.");
  return info.version;
}

/** Reports each version that differs in one sentence. */
export function versionProblems(versions: readonly StatedVersion[]): string[] {
  const [description, ...packages] = versions;
  if (!description) return [];
  const highest = highestVersion(versions);
  return packages
    .filter(({ version }) => version !== description.version)
    .map(
      ({ file, version }) =>
        `${file} has version ${version}, but info.version is ${description.version}; run \`pnpm spec:version ${highest}\`.`,
    );
}

/** Returns the highest version, compared number by number. */
export function highestVersion(versions: readonly StatedVersion[]): string {
  const sorted = versions
    .map(({ version }) => version)
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return sorted.at(-1) ?? "0.0.0";
}

/** Writes a version to the description and to every package that moves with it. */
export async function writeVersion(root: string, version: string): Promise<void> {
  for (const { file, version: old } of await readVersions(root)) {
    const path = join(root, file);
    const text = await readFile(path, "utf8");
    const pattern = file === specFile ? /^( {2}version: )\S+$/m : /^( {2}"version": )"[^"]+"/m;
    const replacement = file === specFile ? `$1${version}` : `$1"${version}"`;
    if (old !== version) await writeFile(path, text.replace(pattern, replacement));
  }
}
