import { inject } from "vitest";
import type { PackedTarball } from "./packed-tarball.ts";

/** Returns the tarball of a package, packed before the first test. */
export function tarballOf(name: string): PackedTarball {
  const tarball = inject("tarballs").find((candidate) => candidate.name === name);
  if (!tarball) throw new Error(`The workspace does not publish a package ${name}.`);
  return tarball;
}
