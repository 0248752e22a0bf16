import type { CheckName } from "../../../conformance/check-names.ts";
import type { ContractRequest } from "../../../http/exchange.ts";
import type { Capability } from "../../../targets/capabilities.ts";
import { changeablePath, restoringPath, reversible } from "../../computers/computer-fixtures.ts";
import type { CaseContext, ContractCase, PathValues, RuleIds } from "../../contract-case.ts";

/** An update without its body, of a computer that may be changed. */
export type BareUpdate = ContractRequest & { readonly path: PathValues };

/** Creates a case about the body of an update, after which the computer is restored. */
export function bodyCase(
  behaviour: string,
  check: CheckName,
  rules: RuleIds,
  run: (context: CaseContext, update: BareUpdate) => Promise<void>,
  needs: readonly Capability[] = [],
): ContractCase {
  return {
    title: `updateComputer ${behaviour}`,
    theme: "bodies",
    operationId: "updateComputer",
    checks: [check],
    rules,
    needs,
    async run(context) {
      const operation = context.api.operation("updateComputer");
      const path = await changeablePath(context, operation);
      await restoringPath(context, path, () => run(context, { operation, path }));
    },
  };
}

/** Returns a valid body that changes something, and can be undone. */
export function effectiveBody(context: CaseContext, path: PathValues): object {
  const [name, remoteUser] = [`contract-${crypto.randomUUID()}`, `contract-${crypto.randomUUID()}`];
  return reversible(context, path, { name, remoteUser });
}
