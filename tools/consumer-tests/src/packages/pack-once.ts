import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type PackedTarball, packTarball } from "./packed-tarball.ts";
import { findPublishedPackages } from "./published-packages.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly tarballs: PackedTarball[];
  }
}

/** What the tests of a task install. */
const isNeeded: Readonly<Record<string, (name: string) => boolean>> = {
  test: (name) => name !== "@compute-host/client",
  "test:client": (name) => ["@compute-host/client", "@compute-host/types"].includes(name),
  "test:full": () => true,
};

/**
 * Packs each published package that a task needs once, before the first test, and removes the tarballs after the last.
 * Only the long suites pack the service with the docs, so that no everyday test depends on the texts of the docs.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "compute-host-tarballs-"));
  const packages = findPublishedPackages().filter(({ manifest }) => isNeeded[project.name]?.(manifest.name));
  const tarballs = await Promise.all(
    packages.map((found) => packTarball(found, folder, { withScripts: project.name === "test:full" })),
  );
  project.provide("tarballs", tarballs);
  return () => rmSync(folder, { recursive: true, force: true });
}
