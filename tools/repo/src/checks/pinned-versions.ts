import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

/** The root files that name the version of Node.js or pnpm. */
export interface PinnedVersions {
  readonly nodeVersionFile: string;
  readonly manifest: {
    readonly devDependencies: { readonly node?: string; readonly pnpm?: string };
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
 * Compares every place with the packages `node` and `pnpm` that the lock file pins.
 *
 * @returns a line for each place with a different version
 */
export function comparePinnedVersions({ nodeVersionFile, manifest, workspace }: PinnedVersions): string[] {
  const { node, pnpm } = manifest.devDependencies;
  const places = [
    { place: ".node-version", found: nodeVersionFile.trim(), name: "node", pinned: node },
    { place: "nodeVersion in pnpm-workspace.yaml", found: workspace.nodeVersion, name: "node", pinned: node },
    {
      place: "devEngines in package.json",
      found: manifest.devEngines.packageManager.version,
      name: "pnpm",
      pinned: pnpm,
    },
  ];
  return places
    .filter(({ found, pinned }) => found !== pinned)
    .map(
      ({ place, found, name, pinned }) => `${place} says ${found}, but package.json pins ${name} ${pinned}`,
    );
}
