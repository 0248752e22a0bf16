import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOrThrow } from "@compute-host/command-line/process";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { copyOnce } from "../../cluster/copy-once.ts";
import { postgresBinaries } from "../../cluster/postgres-binaries.ts";
import { PostgresServer } from "../../cluster/postgres-server.ts";

const cluster = fileURLToPath(new URL("../../cluster/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "closed-folder-"));
afterAll(() => rmSync(folder, { recursive: true }));
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)(
  "as root (needs root), data that the user postgres cannot reach is refused, or goes where it can",
  async () => {
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o700 });
    const started = PostgresServer.start(join(closed, "data"));
    await expect(started).rejects.toThrow(
      `PostgreSQL runs as the user postgres, who may not enter ${closed}: choose a folder elsewhere, such as below /var/lib.`,
    );
    expect(await defaultDataFolder(closed)).toMatch(
      /^\/var\/lib\/compute-host-clones\/clone-[\da-f]{12}\/postgres$/,
    );
    const open = join(folder, "open");
    mkdirSync(join(open, "data"), { recursive: true });
    for (const path of [folder, open, join(open, "data")]) chmodSync(path, 0o755);
    expect(await defaultDataFolder(open)).toBe(join(open, "data/postgres"));
    chmodSync(join(open, "data"), 0o700);
    expect(await defaultDataFolder(open)).toMatch(/^\/var\/lib\/compute-host-clones\/clone-/);
  },
);

test.runIf(isRoot)("as root (needs root), says in one line that its user cannot be created", async () => {
  const commands = mkdtempSync(join(folder, "bin-"));
  for (const name of ["id", "useradd"])
    writeFileSync(join(commands, name), "#!/bin/sh\necho no entry >&2\nexit 1\n", { mode: 0o755 });
  const { stderr, status } = spawnSync(process.execPath, [join(cluster, "main.ts"), "--data", folder], {
    env: { ...process.env, PATH: `${commands}:${process.env.PATH}` },
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^PostgreSQL refuses to run as root, and its user postgres cannot be created \(no entry\): create it, or start as another user\.\n$/,
  );
});

test("says in one line that there is no PostgreSQL for this platform", async () => {
  const { arch } = process;
  onTestFinished(() => void Object.defineProperty(process, "arch", { value: arch }));
  Object.defineProperty(process, "arch", { value: "riscv64" });
  await expect(postgresBinaries(undefined)).rejects.toThrow(
    /^The installation has no PostgreSQL for \w+-riscv64; use SQLite, .*\.$/,
  );
});

test("a folder with other files is refused in one line, and kept", async () => {
  const other = mkdtempSync(join(folder, "other-"));
  chmodSync(folder, 0o755);
  writeFileSync(join(other, "letter.txt"), "");
  await expect(PostgresServer.start(other)).rejects.toThrow(
    `PostgreSQL does not start in ${other}: ${other} is not empty, and holds no data of PostgreSQL.`,
  );
  expect(readdirSync(other)).toEqual(["letter.txt"]);
});

test("a copy is readable to all, replaces an interrupted one, and may be made twice at the same time", async () => {
  const [source, target] = [join(folder, "source"), join(folder, "target-1.0")];
  mkdirSync(source, { mode: 0o700 });
  writeFileSync(join(source, "library.so.1"), "whole", { mode: 0o700 });
  symlinkSync("library.so.1", join(source, "library.so"));
  const { pid } = spawnSync("true");
  mkdirSync(`${target}.copy-${pid}`);
  mkdirSync(`${target}.copy-${process.ppid}`);
  await Promise.all([
    copyOnce(source, target),
    runOrThrow(process.execPath, ["-e", copyInProcess, source, target]),
  ]);
  expect(readFileSync(join(target, "library.so"), "utf8")).toBe("whole");
  expect([target, join(target, "library.so.1")].map((path) => statSync(path).mode & 0o777)).toEqual([
    0o755, 0o755,
  ]);
  const copies = readdirSync(folder).filter((name) => name.startsWith("target-"));
  expect(copies).toEqual(["target-1.0", `target-1.0.copy-${process.ppid}`]);
});

const copyInProcess = `
  const [source, target] = process.argv.slice(1);
  import(${JSON.stringify(join(cluster, "copy-once.ts"))}).then(({ copyOnce }) => copyOnce(source, target));`;

/** The default of a start in this folder. */
async function defaultDataFolder(cwd: string): Promise<string> {
  const program = `import(${JSON.stringify(join(cluster, "data-folder.ts"))}).then((m) => console.log(m.defaultDataFolder()))`;
  const chosen = (await runOrThrow(process.execPath, ["-e", program], { cwd })).trim();
  onTestFinished(() => {
    if (!chosen.startsWith(folder)) rmSync(join(chosen, ".."), { recursive: true });
  });
  return chosen;
}
