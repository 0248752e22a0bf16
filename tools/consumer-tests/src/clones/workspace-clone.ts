import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { runOrThrow } from "@compute-host/command-line/process";
import { gitOfTests } from "@compute-host/command-line/testing";
import { workspaceRoot } from "../packages/published-packages.ts";

/** Clones the workspace with its uncommitted changes. */
export async function copyWorkspace(directory: string): Promise<void> {
  await runOrThrow("git", ["clone", "--quiet", "--no-checkout", "--template=", workspaceRoot, directory], {
    cwd: tmpdir(),
  });
  // A reader's clone has what is committed; a test before a commit must see what will be.
  const files = "git ls-files -z --cached --others --exclude-standard --deduplicate .";
  const copy = `${files} | tar --null --ignore-failed-read -T - -cf - | tar -xf - -C '${directory}'`;
  await runOrThrow("sh", ["-c", copy], { cwd: workspaceRoot });
  await runOrThrow("git", ["add", "--all"], { cwd: directory, env: gitOfTests });
}

/** Returns variables that name pnpm's store and cache, with what the workspace's installation has downloaded. */
export async function pnpmCaches(): Promise<Record<string, string>> {
  const pnpm = join(workspaceRoot, "node_modules/.bin/pnpm");
  const store = await runOrThrow(pnpm, ["store", "path"], { cwd: workspaceRoot });
  return {
    pnpm_config_store_dir: store.trim(),
    pnpm_config_prefer_offline: "true",
    XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"),
  };
}

/**
 * Returns variables that name Turborepo's cache in the main working tree. A clone only reads it, because it
 * has fewer packages installed.
 */
export async function buildCache(): Promise<Record<string, string>> {
  const args = ["rev-parse", "--path-format=absolute", "--git-common-dir"];
  const gitFolder = await runOrThrow("git", args, { cwd: workspaceRoot });
  return { TURBO_CACHE_DIR: join(gitFolder.trim(), "../.turbo/cache"), TURBO_CACHE: "local:r" };
}

/** This PATH without the workspace's folders, as it is outside its commands. */
export function systemPath(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.filter((folder) => !`${folder}/`.startsWith(`${workspaceRoot}/`)).join(delimiter);
}
