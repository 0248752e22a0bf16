import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { runOrThrow } from "@compute-host/command-line/process";
import { parse } from "yaml";
import { workspaceRoot } from "../published-packages.ts";
import { systemPath } from "../workspace-clone.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

/** A job of a workflow, as a runner carries it out: in a fresh clone of the last commit, with nothing of this one on its path. */
export class WorkflowJob implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "workflow-job-"));
  readonly #clone = join(this.#folder, "clone");
  readonly #pathFile = join(this.#folder, "github-path");
  /** The values of `${{ ... }}`. */
  readonly #values: Readonly<Record<string, string>>;

  constructor(values: Readonly<Record<string, string>>) {
    this.#values = values;
    writeFileSync(this.#pathFile, "");
  }

  /**
   * Runs its steps up to the one that uploads something.
   *
   * @returns the folder that would be uploaded
   */
  async run(workflow: string, job: string): Promise<string> {
    await runOrThrow("git", ["clone", "--quiet", workspaceRoot, this.#clone], { cwd: this.#folder });
    const { jobs } = this.#read(join(".github/workflows", workflow));
    const uploaded = await this.#runSteps(jobs?.[job]?.steps ?? []);
    if (uploaded === undefined) throw new Error(`The job ${job} of ${workflow} uploads nothing.`);
    return join(this.#clone, uploaded);
  }

  async #runSteps(steps: readonly Step[]): Promise<string | undefined> {
    for (const { uses = "", run, env = {}, with: inputs = {} } of steps) {
      if (run !== undefined) await this.#runScript(run, env);
      else if (uses.startsWith("./"))
        await this.#runSteps(this.#read(join(uses, "action.yml")).runs?.steps ?? []);
      else if (/^actions\/upload-/.test(uses)) return inputs.path;
      // The clone is there, and so is Node.js.
      else if (!/^actions\/(checkout|setup-node)@/.test(uses)) throw new Error(`${uses} is not known here.`);
    }
    return undefined;
  }

  async #runScript(script: string, env: Readonly<Record<string, string>>): Promise<void> {
    // The flags are those of GitHub's own bash.
    await runOrThrow("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
      cwd: this.#clone,
      timeoutMs: 1_200_000,
      env: {
        ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, this.#filledIn(value)])),
        CI: "true",
        GITHUB_PATH: this.#pathFile,
        PATH: this.#path(),
        // Only packages that this machine lacks are requested from a registry.
        npm_config_prefer_offline: "true",
      },
    });
  }

  /** That of this process without the workspace's commands, after what the job put in front. */
  #path(): string {
    const added = readFileSync(this.#pathFile, "utf8").split("\n").filter(Boolean).toReversed();
    return [...added, dirname(process.execPath), systemPath()].join(delimiter);
  }

  #filledIn(text: string): string {
    return text.replaceAll(/\$\{\{ (\S+) \}\}/g, (_all, name: string) => {
      const value = this.#values[name];
      if (value === undefined) throw new Error(`${name} has no value here.`);
      return value;
    });
  }

  #read(file: string): {
    readonly jobs?: Readonly<Record<string, { readonly steps?: readonly Step[] }>>;
    readonly runs?: { readonly steps?: readonly Step[] };
  } {
    return parse(readFileSync(join(this.#clone, file), "utf8"));
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
