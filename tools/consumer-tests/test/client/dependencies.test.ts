import { runOrThrow } from "@compute-host/command-line/process";
import { expect, test } from "vitest";
import { tarballOf } from "../../src/projects/tarballs.ts";
import { createProject } from "../../src/projects/throw-away-project.ts";

test("the client depends only on openapi-fetch, which only its entry point loads", async () => {
  const client = tarballOf("@compute-host/client");
  expect(Object.keys(client.manifest.dependencies ?? {})).toEqual(["openapi-fetch"]);
  using project = createProject({ type: "module" });
  await project.unpack(client);
  project.write(
    "entries.mjs",
    `import { createRequire } from "node:module";
     for (const entry of ["", "/schemas", "/testing"]) {
       await import("@compute-host/client" + entry);
       createRequire(import.meta.url)("@compute-host/client" + entry);
     }
     await import("@compute-host/client/openapi-fetch").then(
       () => process.exit(1),
       ({ code }) => console.log(code),
     );`,
  );
  const output = await runOrThrow(process.execPath, ["entries.mjs"], { cwd: project.directory });
  expect(output.trim()).toBe("ERR_MODULE_NOT_FOUND");
});
