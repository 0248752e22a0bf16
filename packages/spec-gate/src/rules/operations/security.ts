import type { ApiDocument } from "../../document/api-document.ts";
import { objectOf } from "../../json-value.ts";
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
export function compareSecurity(outer: Scope, base: Operation, revision: Operation): Removal[] {
  const scope = inner(outer, "security");
  const refused = base.credentials.filter(
    (held) => !revision.credentials.some((set) => isStillEnough(held, set)),
  );
  return refused.flatMap((held) => {
    const changed = changedSchemes(held, revision.credentials);
    if (changed.length > 0) {
      return changed.map(([baseScheme, revisionScheme]) => {
        const texts = differenceTexts(baseScheme, revisionScheme);
        const nodes = {
          baseNode: baseScheme.node ?? schemesOf(scope.base),
          revisionNode: revisionScheme.node ?? schemesOf(scope.revision),
        };
        return removal(scope, "security-scheme-changed", { ...texts, ...nodes });
      });
    }
    const sides = { base: credentialsText([held]), revision: credentialsText(revision.credentials) };
    const nodes = {
      baseNode: "security" in base.node ? base.node : scope.base.root,
      revisionNode: "security" in revision.node ? revision.node : scope.revision.root,
    };
    return [removal(scope, "security-tightened", { ...sides, ...nodes, keys: ["security"] })];
  });
}

/** Where a scheme that is not there would be defined. */
function schemesOf({ root }: ApiDocument): unknown {
  return objectOf(root.components).securitySchemes ?? root.components ?? root;
}

type SchemePair = readonly [base: Credential, revision: Credential];

/** The schemes that changed but kept their name, if the operation still asks for the same ones and no other scopes. */
function changedSchemes(held: CredentialSet, sets: readonly CredentialSet[]): SchemePair[] {
  const pairs = sets.filter((set) => namesSame(held, set)).map((set) => pairsOf(held, set));
  const kept = pairs.find((each) =>
    each.every(([base, revision]) => revision.scopes.every((scope) => base.scopes.includes(scope))),
  );
  return (kept ?? []).filter(([base, revision]) => !isSameScheme(base, revision));
}

function pairsOf(held: CredentialSet, set: CredentialSet): SchemePair[] {
  return held.flatMap((base) =>
    set.filter(({ name }) => name === base.name).map((revision) => [base, revision] as const),
  );
}
