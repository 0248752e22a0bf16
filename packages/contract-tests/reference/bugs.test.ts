import { describe, test } from "vitest";
import { type BugId, bugs } from "./bugs/bugs.ts";
import { Api } from "./probes/api.ts";
import { probes } from "./probes/probes.ts";
import { startReference } from "./start-reference.ts";

/** The maximum number of attempts of a probe, because a race may not occur every time. */
const attempts = 5;

/** Whether a bug's probe detects it in an implementation with these bugs. */
async function sees(bug: BugId, switchedOn: readonly BugId[]): Promise<boolean> {
  const reference = await startReference({ bugs: switchedOn, installMs: 300 });
  try {
    return await probes[bug](new Api(reference));
  } finally {
    await reference.close();
  }
}

async function seesEventually(bug: BugId): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await sees(bug, [bug])) return true;
  }
  return false;
}

describe.concurrent("a switched-on bug", () => {
  test.for(bugs)("$theme: $id", async ({ id }, { expect }) => {
    expect(await sees(id, []), "detected in the correct implementation").toBe(false);
    expect(await seesEventually(id), "detected in the wrong implementation").toBe(true);
  });
});
