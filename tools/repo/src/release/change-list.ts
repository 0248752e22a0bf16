import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { readApiDocument } from "@compute-host/spec-gate";
import { gitLines } from "../checks/git.ts";
import { readVersion, specFile } from "./versions.ts";

const gate = fileURLToPath(
  new URL("src/cli.ts", import.meta.resolve("@compute-host/spec-gate/package.json")),
);

/**
 * Creates the change list for the entry of the current version: the gate's list of what changed since the version that was released
 * before it, or all operations of the first one.
 */
export async function createChangeList(root: string): Promise<string> {
  const version = readVersion(await readFile(join(root, specFile), "utf8"));
  const tags = await gitLines(root, "tag", "--list", "--sort=-v:refname", "@compute-host/spec@*");
  const base = tags.find((tag) => tag !== `@compute-host/spec@${version}`);
  return base === undefined ? firstVersion(join(root, specFile)) : differences(root, base);
}

function firstVersion(file: string): string {
  const paths = readApiDocument(file).root.paths as Record<string, Record<string, { operationId?: string }>>;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => `- \`${operation.operationId}\`: \`${method.toUpperCase()} ${path}\``),
  );
  return ["First version, with these operations:", "", ...operations].join("\n");
}

async function differences(root: string, base: string): Promise<string> {
  const args = [gate, "diff", specFile, "--base-ref", base, "--format", "changelog"];
  const { exitCode, stdout, stderr } = await runProcess(process.execPath, args, { cwd: root });
  // 1 says that something breaks.
  if (exitCode !== 0 && exitCode !== 1)
    throw new Error(`The gate could not compare the versions: ${stderr.trim()}`);
  // Drop the entry's title, and nest its headings below the one that it gets here.
  return stdout
    .replace(/^## .*\n/, "")
    .replace(/^### /gm, "#### ")
    .trim();
}
