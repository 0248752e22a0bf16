import { describe, test } from "vitest";
import type { BugId, bugs } from "../../reference/bugs/bugs.ts";
import { Api } from "../../reference/probes/api.ts";
import { probes } from "../../reference/probes/probes.ts";
import { startReference } from "../../reference/start-reference.ts";

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

/** Tests that each bug shows itself to its probe, and that the correct implementation does not have it. */
export function testBugs(tested: readonly (typeof bugs)[number][]): void {
  describe.concurrent("a switched-on bug", () => {
    test.for(tested)("$theme: $id", async ({ id }, { expect }) => {
      expect(await sees(id, []), "detected in the correct implementation").toBe(false);
      expect(await seesEventually(id), "detected in the wrong implementation").toBe(true);
    });
  });
}
