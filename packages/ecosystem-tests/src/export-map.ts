import type { PackedTarball } from "./packed-tarball.ts";

/** What a consumer can import from a package that runs code, and how. */
export interface EntryPoint {
  /** What stands in the import, as in `@compute-host/client/schemas`. */
  readonly specifier: string;
  /** Whether `require` has a file of its own there. */
  readonly hasCommonJs: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Reads the entry points off the export map of a tarball; files such as `./package.json` are none. */
export function readEntryPoints({ name, manifest }: PackedTarball): EntryPoint[] {
  return Object.entries(manifest.exports ?? {})
    .filter(([, target]) => isRecord(target))
    .map(([path, target]) => ({
      specifier: name + path.slice(1),
      hasCommonJs: isRecord(target) && "require" in target,
    }));
}
