import { expect, test } from "vitest";
import { isDiffOnly } from "../../mutations/page.ts";
import { proof } from "../../mutations/proof.ts";

test("most mutations that break are also noticed by the client's types or by contract tests", async () => {
  const breaking = (await proof()).filter(({ mutation }) => mutation.isBreaking);
  const isSeenByOthers = breaking.filter((outcome) => !isDiffOnly(outcome));
  expect(isSeenByOthers.length / breaking.length).toBeGreaterThan(0.7);
});
