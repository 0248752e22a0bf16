import { join } from "node:path";
import { runProcess } from "@compute-host/command-line/process";
import { expect, inject, test } from "vitest";
import { installTarball } from "../src/projects/tarballs.ts";
import { createProject } from "../src/projects/throw-away-project.ts";
import { nodeRuntimesFor } from "../src/runtimes.ts";

const commands = inject("tarballs").flatMap((tarball) =>
  Object.entries(tarball.manifest.bin ?? {}).map(([command, file]) => ({ command, file, tarball })),
);

test.for(commands)(
  "the packed command $command starts on every Node.js version that it supports",
  async ({ file, tarball }) => {
    using project = createProject();
    await installTarball(project, tarball);
    const runtimes = nodeRuntimesFor(tarball.manifest.engines?.node ?? "");
    expect(runtimes.length).toBeGreaterThan(0);
    for (const { label, executable } of runtimes) {
      const args = [join("node_modules", tarball.name, file), "--help"];
      const result = await runProcess(executable, args, { cwd: project.directory });
      expect(result, label).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/usage/i) });
    }
  },
);
