import { dirname, join, resolve } from "node:path";
import { runOrThrow } from "@compute-host/command-line/process";
import { type PackageManifest, type PublishedPackage, workspaceRoot } from "./published-packages.ts";

/** A package as published to the registry. */
export interface PackedTarball {
  readonly name: string;
  /** Path of the `.tgz`. */
  readonly file: string;
  /** The paths in the package. */
  readonly files: string[];
  /** Its package.json with `publishConfig` applied. */
  readonly manifest: PackageManifest;
}

/**
 * Packs a package of the workspace into a folder, with the files and the manifest of a release. Without its
 * scripts, the service lacks the docs.
 */
export async function packTarball(
  source: PublishedPackage,
  destination: string,
  { withScripts }: { readonly withScripts: boolean },
): Promise<PackedTarball> {
  const pnpm = join(workspaceRoot, "node_modules/.bin/pnpm");
  const printed = await runOrThrow(pnpm, ["pack", "--json", "--pack-destination", destination], {
    cwd: source.directory,
    env: { pnpm_config_ignore_scripts: String(!withScripts) },
  });
  // Lifecycle scripts print before the JSON.
  const report = JSON.parse(printed.slice(printed.indexOf("{\n"))) as {
    filename: string;
    files: { path: string }[];
  };
  const file = resolve(destination, report.filename);
  return {
    name: source.manifest.name,
    file,
    files: report.files.map(({ path }) => path),
    manifest: JSON.parse(await readPackedFile({ file }, "package.json")),
  };
}

/** Reads a file in a tarball. */
export function readPackedFile({ file }: { file: string }, path: string): Promise<string> {
  return runOrThrow("tar", ["-xzOf", file, `package/${path}`], { cwd: dirname(file) });
}
