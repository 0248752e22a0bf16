import { runOrThrow } from "@compute-host/command-line/process";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { installTarball, tarballOf } from "../../src/projects/tarballs.ts";
import { createProject } from "../../src/projects/throw-away-project.ts";
import { workerdRuntime } from "../../src/runtimes.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox.ts";

const client = tarballOf("@compute-host/client");
const runtime = workerdRuntime();

/** The configuration of a worker that may only reach this machine. */
const configuration = ({
  COMPUTE_HOST_URL: url,
  COMPUTE_HOST_TOKEN: token,
}: Sandbox["env"]) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "bundle.mjs")],
      bindings = [(name = "COMPUTE_HOST_URL", text = "${url}"), (name = "COMPUTE_HOST_TOKEN", text = "${token}")],
      compatibilityDate = "2026-11-01",
      globalOutbound = "loopback"
    )),
    (name = "loopback", network = (allow = ["local"]))
  ]
);
`;

test("workerd runs the client, bundled as with Wrangler", async () => {
  await using sandbox = await startSandbox();
  using project = createProject();
  await installTarball(project, client);
  for (const file of ["entry-points.mjs", "exercise.mjs", "worker.mjs"]) project.copy(file);
  project.write("config.capnp", configuration(sandbox.env));
  await build({
    absWorkingDir: project.directory,
    entryPoints: ["worker.mjs"],
    outfile: "bundle.mjs",
    bundle: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    logLevel: "silent",
  });
  const stdout = await runOrThrow(runtime.executable, [...runtime.args, "config.capnp"], {
    cwd: project.directory,
  });
  expect(stdout).toContain("Cloudflare-Workers");
});
