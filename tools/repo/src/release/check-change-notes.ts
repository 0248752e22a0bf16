/**
 * Once something has been released, checks that a branch which changes what a package ships has a change note, and
 * exits with 1 if not. changesets looks at the published packages; what they bundle from private ones, and how far the
 * note for a change of the description moves its version, is looked at here.
 */
import { globSync, readFileSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runProcess } from "@compute-host/command-line/process";
import type { Report } from "@compute-host/spec-gate";
import { git, gitLines, tryGit } from "../checks/git.ts";
import { root } from "../checks/workspace.ts";

const isReleased = (await git(root, "tag", "--list", "@compute-host/*")) !== "";
const problem = isReleased ? await findProblem() : undefined;
if (problem !== undefined) process.stderr.write(`${problem}\n`);
process.exitCode = problem === undefined ? 0 : 1;

async function findProblem(): Promise<string | undefined> {
  const main = (await tryGit(root, "rev-parse", "--verify", "--quiet", "origin/main")) ?? "main";
  const base = await git(root, "merge-base", "HEAD", main);
  const changed = (...args: string[]) => gitLines(root, "diff", "--name-only", base, ...args);
  // The branch of the next release uses up the notes.
  if ((await changed("--diff-filter=D", "--", ".changeset/*.md")).length > 0) return undefined;

  const planFile = join(root, "tools/repo/reports/release-plan.json");
  await mkdir(dirname(planFile), { recursive: true });
  const status = ["status", `--since=${main}`, `--output=${planFile}`];
  const { exitCode, stdout, stderr } = await runProcess("changeset", status, { cwd: root });
  if (exitCode !== 0) return stdout + stderr;

  const { changesets, releases }: ReleasePlan = JSON.parse(await readFile(planFile, "utf8"));
  const [bundled] = await changed("--", ...bundledPackages().map((folder) => `${folder}/src`), ":!*.test.ts");
  if (bundled !== undefined && changesets.length === 0)
    return `${bundled} is bundled into published packages, and no change note names them: run pnpm changeset.`;

  const args = ["packages/spec-gate/src/cli.ts", "diff", "--base-ref", base, "--format", "json"];
  const gate = await runProcess(process.execPath, args, { cwd: root });
  if (gate.stdout === "") return gate.stderr;
  const { impact }: Report = JSON.parse(gate.stdout);
  const type = releases.find(({ name }) => name === "@compute-host/spec")?.type ?? "none";
  const isTextOnly = impact === "none" || impact === "patch";
  if (isTextOnly || type === "minor" || type === "major") return undefined;
  return `The change of spec/openapi.yaml is ${impact}, but its note says ${type}: write "@compute-host/spec": minor.`;
}

interface ReleasePlan {
  readonly changesets: readonly unknown[];
  readonly releases: readonly { readonly name: string; readonly type: string }[];
}

/** The folders of the private packages that a published one has as a development dependency. */
function bundledPackages(): string[] {
  const files = globSync(["spec/package.json", "{packages,tools}/*/package.json"], { cwd: root });
  const manifests = files.map(
    (file): Manifest => ({
      folder: dirname(file),
      ...JSON.parse(readFileSync(join(root, file), "utf8")),
    }),
  );
  const bundled = new Set(
    manifests
      .filter((manifest) => !manifest.private)
      .flatMap(({ devDependencies = {} }) => Object.keys(devDependencies)),
  );
  return manifests
    .filter((manifest) => manifest.private && bundled.has(manifest.name))
    .map(({ folder }) => folder);
}

interface Manifest {
  readonly folder: string;
  readonly name: string;
  readonly private?: boolean;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
