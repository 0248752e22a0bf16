import { objectOf, sameJson } from "../../json-value.ts";
import { type CredentialSet, credentialsText, isStillEnough, namesSame } from "./credentials.ts";
import type { Operation } from "./operation.ts";
import type { Removal } from "./removal.ts";
import { inner, removal, type Scope } from "./scope.ts";

/** Finds credentials that were sufficient for an operation and no longer are. */
export function compareSecurity(outer: Scope, older: Operation, newer: Operation): Removal[] {
  const scope = inner(outer, "security");
  const refused = older.credentials.filter(
    (held) => !newer.credentials.some((set) => isStillEnough(held, set)),
  );
  return refused.map((held) => {
    const sides = { older: credentialsText([held]), newer: credentialsText(newer.credentials) };
    const schemes = schemeNodes(scope, held, newer.credentials);
    if (schemes) return removal(scope, "security-scheme-changed", { ...sides, ...schemes });
    const nodes = {
      olderNode: "security" in older.node ? older.node : scope.older.root,
      newerNode: "security" in newer.node ? newer.node : scope.newer.root,
    };
    return removal(scope, "security-tightened", { ...sides, ...nodes, keys: ["security"] });
  });
}

/** The scheme that changed but kept its name, in both versions. */
function schemeNodes(scope: Scope, held: CredentialSet, sets: readonly CredentialSet[]) {
  if (!isSchemeChange(held, sets)) return undefined;
  const [before, after] = [scope.older, scope.newer].map(({ root }) =>
    objectOf(objectOf(root.components).securitySchemes),
  );
  const changed = held.find(({ name }) => !sameJson(before?.[name], after?.[name])) ?? held[0];
  return changed && { olderNode: before?.[changed.name], newerNode: after?.[changed.name] };
}

/** Whether the same scheme names and scopes are required, which means that the scheme itself changed. */
function isSchemeChange(held: CredentialSet, sets: readonly CredentialSet[]): boolean {
  return sets.some((set) => {
    if (!namesSame(held, set) || held.length === 0) return false;
    return set.every(({ name, scopes }) => {
      const own = held.find((credential) => credential.name === name);
      return scopes.every((scope) => own?.scopes.includes(scope));
    });
  });
}
