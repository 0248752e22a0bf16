import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { notExecuted, readerFiles, substitutions } from "./allowances.ts";
import { pathWith } from "./node-with-npm.ts";
import type { ReaderPlace, Step } from "./read-steps.ts";
import { ShellSession } from "./shell-session.ts";
import type { StartedClone } from "./started-clone.ts";

/** What a reader has. */
export interface Reader {
  readonly clone: StartedClone;
  /** The folder with `node` and `npm`. */
  readonly bin: string;
  /** The address of a registry. */
  readonly registry: string;
}

/** A command that was executed, and what it printed. */
export interface ExecutedCommand {
  readonly place: string;
  readonly command: string;
  readonly output: string;
}

/**
 * Does what a document tells its reader, in one terminal, and in a folder that has nothing in it. Programs and
 * commands are used as they are, with only the substitutions of `allowances.ts`.
 *
 * @throws Error naming the place of the first command that fails
 */
export async function followSteps(steps: readonly Step[], reader: Reader): Promise<ExecutedCommand[]> {
  const { clone } = reader;
  const home = mkdtempSync(join(tmpdir(), "compute-host-reader-"));
  const folders: Record<ReaderPlace, string> = {
    clone: join(home, "compute-host"),
    "own folder": join(home, "project"),
  };
  for (const name of ["project", "scripts", "system", "installed/lib"]) {
    mkdirSync(join(home, name), { recursive: true });
  }
  symlinkSync(clone.directory, folders.clone);
  await using session = new ShellSession({
    cwd: home,
    scripts: join(home, "scripts"),
    env: environment(reader, home),
  });
  const adapt = (text: string) =>
    substitutions.reduce(
      (all, { find, put }) => all.replaceAll(find, put(clone, join(home, "system"))),
      text,
    );
  const executed: ExecutedCommand[] = [];

  async function run(place: string, command: string): Promise<void> {
    const { exitCode, output } = await session.run(command);
    const redacted = output.replaceAll(clone.token, "$COMPUTE_HOST_TOKEN");
    if (exitCode !== 0) {
      throw new Error(`${place}: \`${command}\` ended with exit code ${exitCode}:\n${redacted}`);
    }
    executed.push({ place, command, output: redacted });
  }
  /** Services keep running in another terminal. */
  async function start(place: string, command: string): Promise<void> {
    await session.start(command, "istening on http://").catch((error: Error) => {
      throw new Error(`${place}: ${error.message}`);
    });
  }
  async function folderNow(): Promise<string> {
    return (await session.run("pwd")).output.trim();
  }

  async function bringFiles(text: string): Promise<void> {
    const named = Object.entries(readerFiles).filter(([name]) => text.includes(name));
    for (const [name, content] of named) writeFileSync(join(await folderNow(), name), content());
  }

  try {
    for (const step of steps) {
      const { place } = step;
      if (step.do === "go") await session.run(`cd '${folders[step.to]}'`);
      else if (step.do === "paste") await run(place, clone.exportLines);
      else if (step.do === "paste last lines") {
        for (const line of clone.lastLines) await run(place, line);
      } else if (step.do === "save") {
        const path = join(await folderNow(), step.file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, adapt(step.text));
        await bringFiles(step.text);
      } else if (step.command === "npm start") {
        // It is running. The reader continues in another terminal.
        await session.run(`cd '${folders["own folder"]}'`);
      } else if (!notExecuted.some(({ command }) => command.test(step.command))) {
        const command = adapt(step.command);
        if (command.includes("/dist/compute-host-")) await clone.packed();
        await bringFiles(command);
        if (/\bserve\b|\brun mock\b/.test(command)) await start(place, command);
        else await run(place, command);
      }
    }
    return executed;
  } finally {
    await session[Symbol.asyncDispose]();
    rmSync(home, { recursive: true, force: true });
  }
}

function environment({ bin, registry, clone }: Reader, home: string): Record<string, string> {
  return {
    HOME: home,
    PATH: pathWith(bin, join(home, "installed/bin")),
    // An installation of Node.js, in which `npm install --global` writes, is not shared with this workspace.
    npm_config_prefix: join(home, "installed"),
    // Nothing here needs a network: this registry has what the workspace has installed.
    npm_config_registry: registry,
    // The port of `compute-host serve`, as `PORT` is that of `npm start`.
    COMPUTE_HOST_PORT: "0",
    // Packages that an earlier document installed come from npm's cache, as for a reader.
    npm_config_cache: `${bin}-cache`,
    ...clone.caches,
  };
}
