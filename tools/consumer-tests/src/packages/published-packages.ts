import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The folder of the workspace. */
export const workspaceRoot = resolve(import.meta.dirname, "../../../..");

/** The part of a package.json that the checks read. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports?: Record<string, string | Record<string, unknown>>;
  readonly bin?: Record<string, string>;
  readonly engines?: { node?: string };
  readonly dependencies?: Record<string, string>;
}

/** A package of the workspace that is published to the registry. */
export interface PublishedPackage {
  readonly directory: string;
  readonly manifest: PackageManifest;
}

/** Reads the package.json in a folder. */
export function readManifest(directory: string): PackageManifest {
  return JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
}

/** Finds every public package of the workspace, sorted by name. */
export function findPublishedPackages(): PublishedPackage[] {
  const grouped = ["packages", "tools"].flatMap((group) =>
    readdirSync(join(workspaceRoot, group)).map((name) => join(workspaceRoot, group, name)),
  );
  return [join(workspaceRoot, "spec"), ...grouped]
    .filter((directory) => existsSync(join(directory, "package.json")))
    .map((directory) => ({ directory, manifest: readManifest(directory) }))
    .filter(({ manifest }) => manifest.private !== true)
    .sort((a, b) => a.manifest.name.localeCompare(b.manifest.name));
}
