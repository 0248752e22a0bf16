import { join } from "node:path";
import { inject } from "vitest";
import type { PackedTarball } from "../packages/packed-tarball.ts";
import { findPublishedPackages } from "../packages/published-packages.ts";
import type { ThrowAwayProject } from "./throw-away-project.ts";

/** Returns the tarball of a package, packed before the first test. */
export function tarballOf(name: string): PackedTarball {
  const tarball = inject("tarballs").find((candidate) => candidate.name === name);
  if (!tarball) throw new Error(`The workspace does not publish a package ${name}.`);
  return tarball;
}

/**
 * Installs a tarball into a project with its dependencies: packages of this workspace from their tarballs, others
 * from the workspace's installation.
 */
export async function installTarball(project: ThrowAwayProject, tarball: PackedTarball): Promise<void> {
  await project.unpack(tarball);
  const source = findPublishedPackages().find(({ manifest }) => manifest.name === tarball.name);
  for (const name of Object.keys(tarball.manifest.dependencies ?? {})) {
    if (project.has(name)) continue;
    if (name.startsWith("@compute-host/")) await installTarball(project, tarballOf(name));
    else project.link(name, join(source?.directory ?? "", "node_modules", name));
  }
}

/** An entry point that consumers can import from a package. */
interface EntryPoint {
  /** The import specifier, such as `@compute-host/client/schemas`. */
  readonly specifier: string;
  /** Whether it has a file for `require`. */
  readonly hasCommonJs: boolean;
}

/** Reads the entry points from the export map of a tarball, without files such as `./package.json`. */
export function readEntryPoints({ name, manifest }: PackedTarball): EntryPoint[] {
  return Object.entries(manifest.exports ?? {}).flatMap(([path, target]) =>
    typeof target === "string" ? [] : [{ specifier: name + path.slice(1), hasCommonJs: "require" in target }],
  );
}
