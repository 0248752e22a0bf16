import type { Job, Workflow } from "./workflow.ts";

/** The context for checks beyond actionlint: how far an action, a job or a script can be trusted. */
export interface Context {
  /** All workflows, for calls between them. */
  readonly workflows: readonly Workflow[];
  /** The scripts of the root package. */
  readonly scripts: readonly string[];
}

const usesLine = /^\s*(?:-\s+)?uses:\s*(\S+)(.*)$/;

/** Checks a workflow; returns one sentence per problem. */
export function policyProblems(workflow: Workflow, context: Context): string[] {
  return [
    ...pinProblems(workflow),
    ...permissionProblems(workflow),
    ...jobProblems(workflow),
    ...callProblems(workflow, context),
    ...scriptProblems(workflow, context),
  ];
}

/** Finds actions that are pinned to different commits in different files. */
export function differingPins(workflows: readonly Pick<Workflow, "text">[]): string[] {
  const pins = new Map<string, Set<string>>();
  for (const { text } of workflows) {
    for (const line of text.split("\n")) {
      const [name, commit] = usesLine.exec(line)?.[1]?.split("@") ?? [];
      if (name && commit) pins.set(name, (pins.get(name) ?? new Set()).add(commit));
    }
  }
  return [...pins]
    .filter(([, commits]) => commits.size > 1)
    .map(([name, commits]) => `${name} is pinned to ${commits.size} different commits; use one`);
}

/** Checks that each pin of a workflow or an action names its version; `pinned-actions.ts` checks that it is a full commit hash. */
export function pinProblems({ text }: Pick<Workflow, "text">): string[] {
  return text.split("\n").flatMap((line, index) => {
    const [, target = "", comment = ""] = usesLine.exec(line) ?? [];
    if (target === "" || target.startsWith("./")) return [];
    if (!/#\s*v\d+\.\d+\.\d+$/.test(comment.trim())) {
      return [`line ${index + 1}: name the version of ${target} in a comment, as in "# v1.2.3"`];
    }
    return [];
  });
}

function permissionProblems({ value }: Workflow): string[] {
  const problems: string[] = [];
  if (JSON.stringify(value.permissions) !== "{}") {
    problems.push("start from `permissions: {}`, so that a job only has the permissions it lists");
  }
  for (const [name, job] of Object.entries(value.jobs ?? {})) {
    if (job.permissions === undefined || typeof job.permissions === "string") {
      problems.push(`job ${name}: list its permissions one by one`);
    }
  }
  return problems;
}

function jobProblems({ value }: Workflow): string[] {
  const isCalled = value.on !== undefined && "workflow_call" in value.on;
  const problems =
    isCalled || value.concurrency !== undefined
      ? []
      : ["has no `concurrency`: runs of one ref would pile up"];
  for (const [name, job] of Object.entries(value.jobs ?? {})) {
    if (job.uses === undefined && job["timeout-minutes"] === undefined) {
      problems.push(`job ${name}: set \`timeout-minutes\``);
    }
    for (const step of job.steps ?? []) {
      if (step.uses?.startsWith("actions/checkout@") && step.with?.["persist-credentials"] !== false) {
        problems.push(`job ${name}: check out with \`persist-credentials: false\``);
      }
      if (/\$\{\{/.test(step.run ?? "")) {
        problems.push(`job ${name}: pass expressions to a script through \`env\`, not inside its text`);
      }
    }
  }
  return problems;
}

function callProblems({ value }: Workflow, { workflows }: Context): string[] {
  return Object.entries(value.jobs ?? {}).flatMap(([name, job]) => {
    if (!job.uses?.startsWith("./")) return [];
    const called = workflows.find(({ file }) => job.uses?.endsWith(`/${file}`));
    if (!called) return [`job ${name}: ${job.uses} does not exist`];
    return inputProblems(name, job, called);
  });
}

function inputProblems(name: string, job: Job, called: Workflow): string[] {
  const { inputs = {} } = (called.value.on?.workflow_call ?? {}) as {
    inputs?: Record<string, { required?: boolean }>;
  };
  const unknown = Object.keys(job.with ?? {}).filter((input) => !(input in inputs));
  const missing = Object.entries(inputs).filter(
    ([input, { required }]) => required && !(input in (job.with ?? {})),
  );
  return [
    ...unknown.map((input) => `job ${name}: ${called.file} has no input ${input}`),
    ...missing.map(([input]) => `job ${name}: ${called.file} needs the input ${input}`),
  ];
}

function scriptProblems({ text }: Workflow, { scripts }: Context): string[] {
  const builtIn = ["install", "exec", "dlx", "run", "publish"];
  const called = [...text.matchAll(/\bpnpm (?:--silent |-s |run )*([a-z][\w:-]*)/g)].map(
    ([, name = ""]) => name,
  );
  return [...new Set(called)]
    .filter((name) => !builtIn.includes(name) && !scripts.includes(name))
    .map((name) => `\`pnpm ${name}\` is not a script of the root package`);
}
