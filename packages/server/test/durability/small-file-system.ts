import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A small, separate file system, which only an administrator can mount. */
export class SmallFileSystem implements Disposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Whether this user may mount one. */
  static get isAllowed(): boolean {
    try {
      SmallFileSystem.mount()[Symbol.dispose]();
      return true;
    } catch {
      return false;
    }
  }

  /** Mounts one of this many MiB, for this many files and folders. */
  static mount(megabytes = 4, maxFiles = 10_000): SmallFileSystem {
    const folder = mkdtempSync(join(tmpdir(), "compute-host-small-"));
    const options = `size=${megabytes}m,nr_inodes=${maxFiles}`;
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "compute-host", folder]);
    if (mounted.status === 0) return new SmallFileSystem(folder);
    rmdirSync(folder);
    throw new Error(`Mounting is not allowed: ${mounted.stderr}`);
  }

  /** Fills it until this many bytes are left, or fewer if others are writing. */
  fill(bytesLeft: number): void {
    const { bavail, bsize } = statfsSync(this.folder);
    try {
      writeFileSync(join(this.folder, "ballast"), Buffer.alloc(bavail * bsize - bytesLeft));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }

  /** Makes files until no more can be made, and returns a function that removes them. */
  fillWithFiles(): () => void {
    const files = mkdtempSync(join(this.folder, "files-"));
    try {
      for (let count = 0; ; count++) writeFileSync(join(files, String(count)), "");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
    return () => rmSync(files, { recursive: true });
  }

  /** Makes room again. */
  empty(): void {
    rmSync(join(this.folder, "ballast"));
  }

  /** Makes it read-only, as a kernel does after a disk error, or writable again. */
  remount(mode: "ro" | "rw"): void {
    spawnSync("mount", ["-o", `remount,${mode}`, this.folder]);
  }

  /** Files that are still open remain until they are closed. */
  [Symbol.dispose](): void {
    spawnSync("umount", ["--lazy", this.folder]);
    rmdirSync(this.folder);
  }
}
