import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { readManifest } from "../published-packages.ts";
import { fileRuntimes, folderOf, type Runtime } from "../runtimes.ts";
import { systemPath } from "../workspace-clone.ts";

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

/** What `npm start` installs in its clone, and no reader needs. */
const notNeeded = ["pnpm", "turbo"];

/** Makes a folder with the commands `node`, `npm` and `npx`, for {@link pathWith}. */
export function installNode({ node, npmFolder }: NodeWithNpm, folder: string): string {
  mkdirSync(folder);
  symlinkSync(node.executable, join(folder, "node"));
  for (const name of ["npm", "npx"]) symlinkSync(join(npmFolder, `bin/${name}-cli.js`), join(folder, name));
  mkdirSync(join(folder, "absent"));
  for (const name of notNeeded) {
    const command = `#!/bin/sh\necho '${name}: command not found' >&2\nexit 127\n`;
    writeFileSync(join(folder, "absent", name), command, { mode: 0o755 });
  }
  return folder;
}

/**
 * The PATH of a machine with the Node.js in this folder and with what this system has, except what no reader needs: that may be
 * beside `bash`, so that a command in front hides it, and no folder of the system is left out.
 */
export function pathWith(bin: string, ...installed: readonly string[]): string {
  return [bin, ...installed, join(bin, "absent"), systemPath()].join(delimiter);
}
