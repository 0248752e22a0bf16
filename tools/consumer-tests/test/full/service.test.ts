import { join } from "node:path";
import { readyOf, StartedProcess, sandboxArguments } from "@compute-host/command-line/process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installTarball, tarballOf } from "../../src/projects/tarballs.ts";
import { createProject, type ThrowAwayProject } from "../../src/projects/throw-away-project.ts";
import { nodeRuntimesFor } from "../../src/runtimes.ts";

const server = tarballOf("@compute-host/server");
const runtimes = nodeRuntimesFor(server.manifest.engines?.node ?? "");

let project: ThrowAwayProject;

beforeAll(async () => {
  project = createProject();
  await installTarball(project, server);
});
afterAll(() => project[Symbol.dispose]());

test.each(runtimes)("the packed service serves its sandbox on $label", async (runtime) => {
  const program = join(
    project.directory,
    "node_modules",
    server.name,
    server.manifest.bin?.["compute-host"] ?? "",
  );
  await using service = new StartedProcess(runtime.executable, [program, ...sandboxArguments], {
    cwd: project.directory,
    inherited: {
      COMPUTE_HOST_DATABASE_URL: `sqlite:${project.directory}/${runtime.version}.db`,
      COMPUTE_HOST_LOG_LEVEL: "warn",
      NODE_NO_WARNINGS: "1",
    },
  });
  const { url, apiKey } = await readyOf(service);
  const response = await fetch(`${url}/api/v0/computers`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ computers: { length: 5 } });
  expect((await fetch(`${url}/docs/`)).status).toBe(200);
  expect((await service.stop()).exitCode).toBe(0);
});
