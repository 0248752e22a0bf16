import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "../published-packages.ts";
import { fileRuntimes, folderOf, type Runtime } from "../runtimes.ts";

/** A version of Node.js and the npm that its release contains. */
export interface NodeWithNpm {
  readonly major: number;
  readonly node: Runtime;
  /** The folder of npm. */
  readonly npmFolder: string;
  readonly npmVersion: string;
}

/** Finds each supported Node.js with its npm; the npm package `node` contains only the runtime. */
export function nodesWithNpm(): NodeWithNpm[] {
  return fileRuntimes()
    .filter(({ label }) => label.startsWith("Node "))
    .map((node) => {
      const major = Number(node.version.split(".")[0]);
      const npmFolder = folderOf(`npm-of-node${major}`);
      return { major, node, npmFolder, npmVersion: readManifest(npmFolder).version };
    });
}

/** Makes a folder with the commands `node`, `npm` and `npx`, for the front of a PATH. */
export function installNode({ node, npmFolder }: NodeWithNpm, folder: string): string {
  mkdirSync(folder);
  symlinkSync(node.executable, join(folder, "node"));
  for (const name of ["npm", "npx"]) symlinkSync(join(npmFolder, `bin/${name}-cli.js`), join(folder, name));
  return folder;
}
