import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

/** The root files that name the version of Node.js or pnpm. */
export interface PinnedVersions {
  readonly nodeVersionFile: string;
  readonly manifest: {
    readonly dependencies: { readonly pnpm?: string };
    /** Node.js itself, a package for each platform. */
    readonly optionalDependencies: Readonly<Record<string, string>>;
    readonly devEngines: { readonly packageManager: { readonly version?: string } };
  };
  readonly workspace: { readonly nodeVersion?: string };
}

/** Reads the pinned versions from the root folder and compares them. */
export async function checkPinnedVersions(root: string): Promise<string[]> {
  const [nodeVersionFile = "", manifest = "", workspace = ""] = await Promise.all(
    [".node-version", "package.json", "pnpm-workspace.yaml"].map((file) =>
      readFile(join(root, file), "utf8"),
    ),
  );
  return comparePinnedVersions({
    nodeVersionFile,
    manifest: JSON.parse(manifest),
    workspace: parse(workspace),
  });
}

/**
 * Compares every place that names a version of Node.js with `.node-version`, and of pnpm with the package `pnpm`.
 *
 * @returns a line for each place with a different version
 */
export function comparePinnedVersions({ nodeVersionFile, manifest, workspace }: PinnedVersions): string[] {
  const node = nodeVersionFile.trim();
  const { pnpm } = manifest.dependencies;
  const packages = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith("node-"));
  const places = [
    { place: "nodeVersion in pnpm-workspace.yaml", found: workspace.nodeVersion, pinned: node },
    ...packages.map(([name, found]) => ({ place: `${name} in package.json`, found, pinned: node })),
    { place: "devEngines in package.json", found: manifest.devEngines.packageManager.version, pinned: pnpm },
  ];
  return places
    .filter(({ found, pinned }) => found !== pinned)
    .map(({ place, found, pinned }) => `${place} says ${found}; it must be ${pinned}`);
}
