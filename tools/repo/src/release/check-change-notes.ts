/**
 * Checks that a branch which changes what a released package ships has a change note, and exits with 1 if not. changesets looks at the
 * published packages; what they bundle from private ones is looked at here.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runProcess } from "@compute-host/command-line/process";
import { git, gitLines, tryGit } from "../checks/git.ts";
import { root } from "../checks/workspace.ts";

if ((await git(root, "tag", "--list", "@compute-host/*")) !== "") await checkNotes();

async function checkNotes(): Promise<void> {
  const main = (await tryGit(root, "rev-parse", "--verify", "--quiet", "origin/main")) ?? "main";
  const { exitCode, stdout } = await runProcess("changeset", ["status", `--since=${main}`], { cwd: root });
  if (exitCode !== 0) process.stderr.write(stdout);
  process.exitCode = exitCode ?? 1;
  if (exitCode !== 0) return;

  const base = await git(root, "merge-base", "HEAD", main);
  const changed = bundledPackages().map((folder) => `${folder}/src`);
  const files = await gitLines(root, "diff", "--name-only", base, "--", ...changed, ":!*.test.ts");
  const notes = await gitLines(
    root,
    "diff",
    "--name-only",
    "--diff-filter=AM",
    base,
    "--",
    ".changeset/*.md",
  );
  const newNotes = await gitLines(root, "ls-files", "--others", "--exclude-standard", ".changeset/*.md");
  if (files.length === 0 || notes.length + newNotes.length > 0) return;
  process.stderr.write(
    `${files[0]} is bundled into published packages, and no change note names them: run pnpm changeset (--empty if no user notices).\n`,
  );
  process.exitCode = 1;
}

/** The folders of the private packages that a published one has as a development dependency. */
function bundledPackages(): string[] {
  const manifests = globSync(["spec/package.json", "{packages,tools}/*/package.json"], { cwd: root }).map(
    (file) => ({ folder: dirname(file), ...readManifest(file) }),
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
  readonly name: string;
  readonly private?: boolean;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}
