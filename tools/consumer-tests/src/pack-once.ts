import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type PackedTarball, packTarball } from "./packed-tarball.ts";
import { findBuiltPackages, findPublishedPackages } from "./published-packages.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly tarballs: PackedTarball[];
  }
}

/**
 * Packs every published package once, before the first test, and removes the tarballs after the last. Only the long suites pack the
 * service with the docs: a text of the docs changes no everyday test.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "compute-host-tarballs-"));
  const built = findBuiltPackages();
  const packages = findPublishedPackages().filter(({ manifest }) => built.includes(manifest.name));
  const tarballs = await Promise.all(
    packages.map((found) => packTarball(found, folder, { withScripts: project.name === "full" })),
  );
  project.provide("tarballs", tarballs);
  return () => rmSync(folder, { recursive: true, force: true });
}
