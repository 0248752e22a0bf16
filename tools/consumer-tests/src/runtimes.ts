import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readManifest } from "./packages/published-packages.ts";

/** A JavaScript runtime that runs a program from a file. */
export interface Runtime {
  readonly label: string;
  /** The version that the lock file pins and the program must report. */
  readonly version: string;
  readonly executable: string;
  /** Arguments before the name of the program. */
  readonly args: string[];
}

const require = createRequire(import.meta.url);
const platform = `${process.platform}-${process.arch}`;

/** Returns the folder of an installed dependency of this package. */
export function folderOf(packageName: string): string {
  try {
    return dirname(require.resolve(`${packageName}/package.json`));
  } catch (cause) {
    const pinned = `the runtimes are pinned for Linux on x64 and arm64, this is ${platform}`;
    throw new Error(`${packageName} is not installed. Run \`pnpm install\`; ${pinned}.`, { cause });
  }
}

/** Finds the binary in the platform package that was installed with its parent. */
function platformBinary(packageName: string, scope: string, file: string): string {
  const scopeFolder = join(folderOf(packageName), "..", scope);
  const [platformPackage] = readdirSync(scopeFolder);
  if (!platformPackage) throw new Error(`${packageName} has no binary for ${platform}.`);
  return join(scopeFolder, platformPackage, file);
}

/** Returns a version of Node.js. */
export function nodeRuntime(major: 20 | 22 | 24 | 26): Runtime {
  const folder = folderOf(`node${major}-${platform}`);
  const { version } = readManifest(folder);
  return { label: `Node ${major}`, version, executable: join(folder, "bin/node"), args: [] };
}

/** Returns the runtimes that run a file of the project. */
export function fileRuntimes(): Runtime[] {
  return [
    ...([20, 22, 24, 26] as const).map(nodeRuntime),
    {
      label: "Bun",
      version: readManifest(folderOf("bun")).version,
      executable: platformBinary("bun", "@oven", "bin/bun"),
      args: ["run", "--no-install"],
    },
    {
      label: "Deno",
      version: readManifest(folderOf("deno")).version,
      executable: platformBinary("deno", "@deno", "deno"),
      args: ["run", "--quiet", "--no-remote", "--allow-read", "--allow-env", "--allow-net=127.0.0.1"],
    },
  ];
}

/** Returns the Node.js versions in a range such as `>=22.1`. */
export function nodeRuntimesFor(range: string): Runtime[] {
  const [major = Number.NaN, minor = 0] = range.replace(">=", "").split(".").map(Number);
  const isEnough = (version: string) => {
    const [ownMajor = 0, ownMinor = 0] = version.split(".").map(Number);
    return ownMajor > major || (ownMajor === major && ownMinor >= minor);
  };
  return fileRuntimes().filter(({ label, version }) => label.startsWith("Node ") && isEnough(version));
}

/** Returns workerd, the runtime of Cloudflare Workers, which takes a configuration instead of a file. */
export function workerdRuntime(): Runtime {
  return {
    label: "workerd",
    version: readManifest(folderOf("workerd")).version,
    executable: platformBinary("workerd", "@cloudflare", "bin/workerd"),
    args: ["test"],
  };
}
