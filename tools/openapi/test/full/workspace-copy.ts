import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { type Change, changedDescription } from "../changes/change.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The output and exit code of a program. */
export interface ProgramResult {
  readonly exitCode: number;
  readonly output: string;
}

/** A copy of this repository's sources and installed packages, to change the description in. */
export class WorkspaceCopy {
  readonly folder: string = mkdtempSync(join(tmpdir(), "drill-"));
  constructor() {
    const list = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
    const files = execFileSync("git", list, { cwd: root, maxBuffer: 64 * 2 ** 20 })
      .toString()
      .split("\0");
    for (const file of files) {
      if (file !== "" && existsSync(join(root, file))) cpSync(join(root, file), join(this.folder, file));
    }
    symlinkSync(join(root, "node_modules"), join(this.folder, "node_modules"));
    for (const manifest of globSync("{spec,packages/*,tools/*}/package.json", { cwd: root }))
      this.#linkModules(dirname(manifest));
  }

  /** Links relatively, so that links to other packages of the workspace stay inside the copy. */
  #linkModules(packageFolder: string): void {
    const from = join(root, packageFolder, "node_modules");
    if (!existsSync(from)) return;
    cpSync(from, join(this.folder, packageFolder, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) =>
        path === from || lstatSync(path).isSymbolicLink() || /(^|\/)(@[\w-]+|\.bin(\/.*)?)$/.test(path),
    });
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Changes the description and writes it as JSON, which is valid YAML. */
  changeSpec(...changes: readonly Change[]): void {
    this.write("spec/openapi.yaml", JSON.stringify(changedDescription(...changes), undefined, 2));
  }

  /** Replaces one place in a file. @throws Error naming a place that does not occur exactly once */
  edit({ file, find, put }: { readonly file: string; readonly find: string; readonly put: string }): void {
    const text = this.read(file);
    if (text.split(find).length !== 2) throw new Error(`${file} does not have this exactly once: ${find}`);
    this.write(
      file,
      text.replace(find, () => put),
    );
  }

  /** Runs `pnpm generate`. */
  generate(): Promise<ProgramResult> {
    return this.run("tools/openapi", process.execPath, ["src/generate/generate.ts"]);
  }

  /** Returns the compiler errors in a package. What did not change is checked once. */
  async typeErrors(packageFolder: string): Promise<string[]> {
    const { output } = await this.run(packageFolder, join("node_modules", ".bin", "tsc"), [
      "--noEmit",
      "--pretty",
      "false",
      "--incremental",
      "--tsBuildInfoFile",
      join(this.folder, packageFolder, "node_modules/drill.tsbuildinfo"),
    ]);
    return output.split("\n").filter((line) => line.includes("error TS"));
  }

  /** Runs a program inside a package, and parses the JSON lines that it prints. */
  async runLines(packageFolder: string, program: string): Promise<unknown[]> {
    this.write(join(packageFolder, "drill.ts"), program);
    const { exitCode, output } = await this.run(packageFolder, process.execPath, ["drill.ts"]);
    if (exitCode !== 0) throw new Error(output);
    return output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
  }

  async run(packageFolder: string, command: string, args: readonly string[]): Promise<ProgramResult> {
    const cwd = join(this.folder, packageFolder);
    const { exitCode, stdout, stderr } = await runProcess(command, args, { cwd, timeoutMs: 600_000 });
    return { exitCode: exitCode ?? 1, output: stdout + stderr };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
