import { join } from "node:path";
import { runProcess } from "@compute-host/command-line/process";
import { expect, inject, test } from "vitest";
import { installTarball } from "../projects/tarballs.ts";
import { createProject } from "../projects/throw-away-project.ts";
import { nodeRuntimesFor, runtimesOf, type TestRun } from "../runtimes.ts";

/** Starts every packed command on each Node.js version that it supports. */
export function testCommands(run: TestRun): void {
  const commands = inject("tarballs").flatMap((tarball) =>
    Object.entries(tarball.manifest.bin ?? {}).map(([command, file]) => ({ command, file, tarball })),
  );

  test("finds commands to check", () => {
    expect(commands.map(({ command }) => command)).toEqual(
      expect.arrayContaining(["compute-host", "spec-gate"]),
    );
  });

  test.for(commands)(
    "the packed command $command starts on every Node.js version that it supports",
    async ({ file, tarball }) => {
      using project = createProject();
      await installTarball(project, tarball);
      const runtimes = runtimesOf(run, nodeRuntimesFor(tarball.manifest.engines?.node ?? ""));
      expect(runtimes.length).toBeGreaterThan(0);
      for (const { label, executable } of runtimes) {
        const args = [join("node_modules", tarball.name, file), "--help"];
        const { exitCode, stdout } = await runProcess(executable, args, { cwd: project.directory });
        expect({ label, exitCode, stdout }).toEqual({
          label,
          exitCode: 0,
          stdout: expect.stringMatching(/usage/i),
        });
      }
    },
  );
}
