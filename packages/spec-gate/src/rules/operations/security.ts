import {
  type Credential,
  type CredentialSet,
  credentialsText,
  differenceTexts,
  isSameScheme,
  isStillEnough,
  namesSame,
} from "./credentials.ts";
import type { Operation } from "./operation.ts";
import type { Removal } from "./removal.ts";
import { inner, removal, type Scope } from "./scope.ts";

/** Finds credentials that were sufficient for an operation and no longer are. */
export function compareSecurity(outer: Scope, older: Operation, newer: Operation): Removal[] {
  const scope = inner(outer, "security");
  const refused = older.credentials.filter(
    (held) => !newer.credentials.some((set) => isStillEnough(held, set)),
  );
  return refused.flatMap((held) => {
    const changed = changedSchemes(held, newer.credentials);
    if (changed.length > 0) {
      return changed.map(([before, after]) => {
        const nodes = { olderNode: before.node, newerNode: after.node };
        return removal(scope, "security-scheme-changed", { ...differenceTexts(before, after), ...nodes });
      });
    }
    const sides = { older: credentialsText([held]), newer: credentialsText(newer.credentials) };
    const nodes = {
      olderNode: "security" in older.node ? older.node : scope.older.root,
      newerNode: "security" in newer.node ? newer.node : scope.newer.root,
    };
    return [removal(scope, "security-tightened", { ...sides, ...nodes, keys: ["security"] })];
  });
}

type SchemePair = readonly [before: Credential, after: Credential];

/** The schemes that changed but kept their name, if the operation still asks for the same ones and no other scopes. */
function changedSchemes(held: CredentialSet, sets: readonly CredentialSet[]): SchemePair[] {
  const pairs = sets.filter((set) => namesSame(held, set)).map((set) => pairsOf(held, set));
  const kept = pairs.find((each) =>
    each.every(([before, after]) => after.scopes.every((scope) => before.scopes.includes(scope))),
  );
  return (kept ?? []).filter(([before, after]) => !isSameScheme(before, after));
}

function pairsOf(held: CredentialSet, set: CredentialSet): SchemePair[] {
  return held.flatMap((before) =>
    set.filter(({ name }) => name === before.name).map((after) => [before, after] as const),
  );
}
