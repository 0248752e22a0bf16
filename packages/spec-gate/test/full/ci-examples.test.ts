import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { descriptionOf, object } from "../api.ts";
import { createRepository } from "../repository.ts";

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const example = (name: string) =>
  parse(readFileSync(new URL(`../../examples/${name}`, import.meta.url), "utf8"));

interface Step {
  readonly run?: string;
}

/** The shell that the runner starts, and the script of the example. */
const scripts: Readonly<Record<string, readonly [shell: readonly string[], script: string]>> = {
  "github.yml": [
    ["-e"],
    (example("github.yml").jobs.judge.steps as readonly Step[]).map(({ run = "" }) => run).join("\n"),
  ],
  "gitlab-ci.yml": [["-eo", "pipefail"], example("gitlab-ci.yml")["spec-gate"].script.join("\n")],
};

const string = { type: "string" };
const api = (...names: readonly string[]) =>
  JSON.stringify(
    descriptionOf({ response: object(Object.fromEntries(names.map((name) => [name, string]))) }),
  );

// Runs each script as a runner does, in a merged request with two descriptions.
test.each(Object.entries(scripts))(
  "%s judges a change, and keeps the exit code",
  (_name, [shell, script]) => {
    const { folder, git, commit } = createRepository({
      ".gitignore": "node_modules\nbin\n",
      "api/a.json": api("a", "b"),
      "api/b.json": api("a"),
      "node_modules/.bin/spec-gate": `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`,
      "bin/npm": "#!/bin/sh\n",
    });
    for (const file of ["node_modules/.bin/spec-gate", "bin/npm"]) chmodSync(join(folder, file), 0o755);
    const base = git("rev-parse", "HEAD");
    git("update-ref", "refs/remotes/origin/main", base);
    const run = () => {
      const env = {
        ...process.env,
        PATH: `${join(folder, "bin")}:${process.env.PATH}`,
        BASE: "main",
        CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
        GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
      };
      return spawnSync("bash", [...shell, "-c", script], { cwd: folder, env, encoding: "utf8" });
    };
    commit({ "api/a.json": api("a"), "api/b.json": api("a") });
    const { status, stdout } = run();
    expect(status, stdout).toBe(1);
    expect(stdout).toContain("response-property-removed");
    const report = ["summary.md", "spec-gate.xml"]
      .map((file) => join(folder, file))
      .find((file) => existsSync(file));
    expect(readFileSync(report ?? "", "utf8")).toContain("no longer sent");
    commit({ "api/a.json": '{ "openapi": ' });
    expect(run().status).toBe(2);
  },
);
