import { type CredentialSet, credentialsText, isStillEnough, namesSame } from "./credentials.ts";
import type { Operation } from "./operation.ts";
import type { Removal } from "./removal.ts";
import { inner, removal, type Scope } from "./scope.ts";

/** Which credentials that were enough for an operation no longer are. */
export function compareSecurity(outer: Scope, older: Operation, newer: Operation): Removal[] {
  const scope = inner(outer, "security");
  const refused = older.credentials.filter(
    (held) => !newer.credentials.some((set) => isStillEnough(held, set)),
  );
  return refused.map((held) =>
    removal(
      scope,
      isSchemeChange(held, newer.credentials) ? "security-scheme-changed" : "security-tightened",
      {
        older: credentialsText([held]),
        newer: credentialsText(newer.credentials),
        olderNode: older.node,
        newerNode: newer.node,
      },
    ),
  );
}

/** Whether the same scheme names are asked for with the same scopes: then the scheme itself changed. */
function isSchemeChange(held: CredentialSet, sets: readonly CredentialSet[]): boolean {
  return sets.some((set) => {
    if (!namesSame(held, set) || held.length === 0) return false;
    return set.every(({ name, scopes }) => {
      const own = held.find((credential) => credential.name === name);
      return scopes.every((scope) => own?.scopes.includes(scope));
    });
  });
}
