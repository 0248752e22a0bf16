import { join } from "node:path";
import type { PackedTarball } from "./packed-tarball.ts";
import { findPublishedPackages } from "./published-packages.ts";
import { tarballOf } from "./tarball-of.ts";
import type { ThrowAwayProject } from "./throw-away-project.ts";

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
