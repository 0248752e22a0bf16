import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@compute-host/server/free-port";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { copyClone } from "../clone-copy.ts";
import { paste, withPaste as test } from "../paste.ts";
import { processesBelow, sharedMemoryFromNow, stillRunning } from "../process-tree.ts";
import { type Ending, startToEnd } from "../terminal.ts";

const isRoot = process.getuid?.() === 0;
const ordinary = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const root = "root (needs root)";

let whole: string;
beforeAll(() => {
  whole = mkdtempSync(join(tmpdir(), "npm-start-clone-"));
  copyClone(join(whole, "clone"));
});
afterAll(() => rmSync(whole, { recursive: true }));

test.for([
  { user: isRoot ? "root" : root, mode: "0755", isPlainFirst: false },
  { user: isRoot ? "root" : root, mode: "0755", isPlainFirst: true },
  { user: isRoot ? "root" : root, mode: "0700", isPlainFirst: true },
  { user: "an ordinary user", mode: "0755", isPlainFirst: false },
  { user: "an ordinary user", mode: "0700", isPlainFirst: true },
])(
  "as $user, below a folder of mode $mode, after a plain start: $isPlainFirst; each start works, and leaves nothing",
  async ({ user, mode, isPlainFirst }, { skip }) => {
    if (user === root) skip();
    const own = user === "an ordinary user" ? ordinary : {};
    const clone = cloneBelow(Number.parseInt(mode, 8), own);
    const start = (ending: Ending, ...options: string[]) => startAndEnd({ clone, own, ending, options });
    if (isPlainFirst) await start("Ctrl-C");

    const first = await start("SIGTERM", "--postgres");
    const folder = join(clone, "data/postgres");
    expect(first).toContain(`with its data in ${folder} `);
    expect(existsSync(join(folder, "postmaster.pid"))).toBe(false);
    if (!isPlainFirst) await start("closed terminal");
    for (const ending of ["closed terminal", "Ctrl-C"] as const) {
      expect(await start(ending, "--postgres")).toContain(`with its data in ${folder} `);
      expect(existsSync(join(folder, "postmaster.pid"))).toBe(false);
    }
  },
);

/** A clone in a new folder with this mode; both belong to the user. */
function cloneBelow(mode: number, { uid, gid }: { readonly uid?: number; readonly gid?: number }): string {
  const parent = mkdtempSync(join(tmpdir(), "npm-start-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  execFileSync("cp", ["-a", join(whole, "clone"), parent]);
  if (uid !== undefined) execFileSync("chown", ["-R", `${uid}:${gid}`, parent]);
  chmodSync(parent, mode);
  return join(parent, "clone");
}

interface Start {
  readonly clone: string;
  readonly own: { readonly uid?: number; readonly gid?: number };
  readonly ending: Ending;
  readonly options: readonly string[];
}

/** Starts, pastes what it prints, ends it, and resolves to the output when nothing of it is left. */
async function startAndEnd({ clone, own, ending, options }: Start): Promise<string> {
  const file = join(clone, "tools/repo/src/start/start.ts");
  const port = String(await freePort());
  const command = [join(clone, "node"), file, "--built", "--port", port, ...options];
  const sharedMemoryMadeBy = sharedMemoryFromNow();
  const { program, end } = startToEnd(ending, command, { cwd: clone, ...own });
  const { child } = program;
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) end();
  });
  await program.prints(/Ctrl-C stops it\./);
  const output = program.stdout.replaceAll("\r", "");
  expect(await paste(output)).toContain('"computers":[{');
  const pids = [child.pid ?? 0, ...processesBelow(child.pid ?? 0)];
  const printedPids = [...output.matchAll(/\(process (\d+)\)/g)].map(([, pid]) => Number(pid));
  expect(pids).toEqual(expect.arrayContaining(printedPids));
  end();
  await program.ended;
  await expect.poll(() => stillRunning(pids)).toEqual([]);
  expect(sharedMemoryMadeBy(pids)).toEqual([]);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
  return output;
}
