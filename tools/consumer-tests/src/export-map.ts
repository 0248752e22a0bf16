import type { PackedTarball } from "./packed-tarball.ts";

/** An entry point that consumers can import from a package. */
export interface EntryPoint {
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
