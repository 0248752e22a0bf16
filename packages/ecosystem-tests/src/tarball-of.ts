import { inject } from "vitest";
import type { PackedTarball } from "./packed-tarball.ts";

/** The tarball of one package, as it was packed before the first test. */
export function tarballOf(name: string): PackedTarball {
  const tarball = inject("tarballs").find((candidate) => candidate.name === name);
  if (!tarball) throw new Error(`The workspace publishes no package called ${name}.`);
  return tarball;
}
