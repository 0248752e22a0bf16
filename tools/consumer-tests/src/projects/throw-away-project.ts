import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runOrThrow } from "@compute-host/command-line/process";
import type { PackedTarball } from "../packages/packed-tarball.ts";
import { workspaceRoot } from "../packages/published-packages.ts";

const consumersFolder = join(workspaceRoot, "tools/consumer-tests/consumers");

/** A project outside the workspace, so that it cannot find the workspace's packages by accident. */
export interface ThrowAwayProject extends Disposable {
  readonly directory: string;
  /** Copies a file from the folder `consumers`, optionally with another name. */
  copy(consumer: string, name?: string): void;
  /** Writes a file. */
  write(name: string, text: string): void;
  /** Unpacks a tarball into `node_modules`, like an installer. */
  unpack(tarball: PackedTarball): Promise<void>;
  /** Links a folder of this machine into `node_modules`. */
  link(name: string, target: string): void;
  /** Whether a package is in `node_modules`. */
  has(name: string): boolean;
}

/** Creates an empty project in the system's temporary folder; `using` removes it. */
export function createProject(manifest: Record<string, unknown> = {}): ThrowAwayProject {
  const directory = mkdtempSync(join(tmpdir(), "compute-host-consumer-"));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  };
  write("package.json", JSON.stringify({ name: "consumer", version: "1.0.0", private: true, ...manifest }));
  return {
    directory,
    write,
    copy: (consumer, name = consumer) => {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      cpSync(join(consumersFolder, consumer), join(directory, name));
    },
    unpack: async ({ name, file }) => {
      const target = join(directory, "node_modules", name);
      mkdirSync(target, { recursive: true });
      await runOrThrow("tar", ["-xzf", file, "--strip-components=1"], { cwd: target });
    },
    link: (name, target) => {
      const path = join(directory, "node_modules", name);
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(target, path);
    },
    has: (name) => existsSync(join(directory, "node_modules", name)),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
