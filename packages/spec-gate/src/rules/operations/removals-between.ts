import type { ApiDocument } from "../../document/api-document.ts";
import { membersOf } from "../../document/keys.ts";
import { isOpaque } from "../../document/opaque.ts";
import { isObject, type JsonObject, objectOf } from "../../json-value.ts";
import { SchemaComparison } from "../../schema/compare-schemas.ts";
import type { RuleId } from "../rules.ts";
import { compareBodies } from "./bodies.ts";
import { type Operation, operationsIn, operationsOf } from "./operation.ts";
import { compareParameters } from "./parameters.ts";
import type { Removal } from "./removal.ts";
import { compareResponses } from "./responses.ts";
import { deprecationWithdrawn, inner, removal, removalIf, type Scope } from "./scope.ts";
import { compareSecurity } from "./security.ts";
import { hasAnyValue, isReachable } from "./server-urls.ts";

/** Finds everything that callers or readers of the base lose in the revision, operation by operation. */
export function* removalsBetween(base: ApiDocument, revision: ApiDocument): Generator<Removal> {
  const scope: Scope = {
    base,
    revision,
    schemas: new SchemaComparison(),
    subject: "",
    at: [],
    isReversed: false,
  };
  const candidates = operationsOf(revision);
  const ofShape = grouped(candidates, (each) => [shapeKey(each)]);
  const ofUrl = operationsByUrl(candidates);
  for (const operation of operationsOf(base)) {
    const place = { ...scope, subject: operation.label };
    const match = samePath(operation, ofShape.get(shapeKey(operation))) ?? sameUrl(operation, ofUrl);
    if (match) {
      yield* compareOperation(place, operation, match);
      yield* compareServers(place, operation, match);
    } else if (!isOpaque(objectOf(revision.root.paths)[operation.path])) {
      yield removal(place, "operation-removed", {
        baseNode: operation.node,
        ...itemSpot(revision, operation),
      });
    }
  }
  yield* compareWebhooks(scope);
}

const shapeKey = ({ method, shape }: Operation) => `${method} ${shape}`;

/** Finds the operation with the same path among those that differ in the names of path parameters only. */
function samePath(wanted: Operation, operations: readonly Operation[] = []): Operation | undefined {
  return operations.find((each) => each.path === wanted.path) ?? operations[0];
}

/**
 * Finds an operation under another path that has the same URLs, as when a prefix moves between the paths and the
 * servers.
 */
function sameUrl(wanted: Operation, ofUrl: OperationsByUrl): Operation | undefined {
  const urls = urlsOf(wanted);
  const candidates = [
    ...(ofUrl.get(`${wanted.method} ${urls[0]}`) ?? []),
    ...(ofUrl.get(wanted.method) ?? []),
  ];
  return candidates.find((each) => urls.every((url) => isReachable(url, urlsOf(each))));
}

/** Operations by method and URL, and those whose URLs have a variable of any value by method only. */
type OperationsByUrl = ReadonlyMap<string, readonly Operation[]>;

function operationsByUrl(operations: readonly Operation[]): OperationsByUrl {
  return grouped(operations, (each) => {
    return urlsOf(each).map((url) => (hasAnyValue(url) ? each.method : `${each.method} ${url}`));
  });
}

function grouped(operations: readonly Operation[], keysOf: (operation: Operation) => readonly string[]) {
  const groups = new Map<string, Operation[]>();
  for (const each of operations) {
    for (const key of new Set(keysOf(each))) {
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push(each);
    }
  }
  return groups;
}

function urlsOf(operation: Operation): string[] {
  return operation.servers.map((server) => `${server}${operation.shape}`);
}

function compareServers(scope: Scope, base: Operation, revision: Operation): Removal[] {
  const urls = urlsOf(revision);
  const gone = base.servers.filter((server) => !isReachable(`${server}${base.shape}`, urls));
  const lost = [...gone, ...defaultsChanged(base, revision).filter((server) => !gone.includes(server))];
  return lost.map((server) =>
    removal({ ...scope, subject: "servers" }, "server-removed", {
      base: server || "/",
      revision: revision.servers.map((each) => each || "/").join(", "),
      baseNode: serverNode(base, server, base) ?? scope.base.root,
      revisionNode: serverNode(revision, server, base) ?? scope.revision.root,
      keys: ["url", "servers"],
    }),
  );
}

/** Default server URLs that clients now have to select themselves; clients use the server as described. */
function defaultsChanged(base: Operation, revision: Operation): string[] {
  const defaults = revision.serverChoices.map(([first]) => `${first}${revision.shape}`);
  return base.serverChoices.flatMap(([first, ...others]) => {
    const hasDefault = first !== undefined && others.length > 0;
    return hasDefault && !defaults.includes(`${first}${base.shape}`) ? [first] : [];
  });
}

/** The server object in the place of the removed one, or the last of a list that is shorter now. */
function serverNode(of: Operation, server: string, base: Operation): JsonObject | undefined {
  const index = base.serverChoices.findIndex((urls) => urls.includes(server));
  return of.serverNodes[Math.min(index, of.serverNodes.length - 1)];
}

/** The path of a removed operation, or all paths if the path was removed too. */
function itemSpot(
  document: ApiDocument,
  { path }: Operation,
): { revisionNode: object; revisionKeys: string[] } {
  const item = objectOf(document.root.paths)[path];
  return isObject(item)
    ? { revisionNode: item, revisionKeys: [] }
    : { revisionNode: document.root, revisionKeys: ["paths"] };
}

function compareOperation(scope: Scope, base: Operation, revision: Operation): Removal[] {
  const nodes = { baseNode: base.node, revisionNode: revision.node };
  const { operationId: baseId } = base.node;
  const { operationId: revisionId } = revision.node;
  const isOtherName = baseId !== undefined && baseId !== revisionId;
  const names = { base: String(baseId), revision: String(revisionId ?? "none"), keys: ["operationId"] };
  return [
    ...removalIf(isOtherName, scope, "operation-id-changed", { ...names, ...nodes }),
    ...deprecationWithdrawn(scope, base.node, revision.node),
    ...compareParameters(scope, base, revision),
    ...compareBodies(scope, base, revision),
    ...compareResponses(scope, base, revision),
    ...(scope.isReversed ? [] : compareSecurity(scope, base, revision)),
    ...compareCallbacks(scope, base, revision),
  ];
}

function compareCallbacks(scope: Scope, base: Operation, revision: Operation): Removal[] {
  const callbacks = objectOf(revision.node.callbacks);
  return Object.entries(objectOf(base.node.callbacks)).flatMap(([name, callback]) =>
    membersOf(objectOf(callback)).flatMap(([expression, item]) => {
      if (isOpaque(callbacks[name])) return [];
      const place = { ...inner(scope, `callback ${name}`), isReversed: !scope.isReversed };
      return compareReversed(place, "callback-removed", {
        path: expression,
        base: item,
        revision: objectOf(callbacks[name])[expression],
        revisionNode: revision.node,
      });
    }),
  );
}

function compareWebhooks(scope: Scope): Removal[] {
  const webhooks = webhooksOf(scope.revision);
  return Object.entries(webhooksOf(scope.base)).flatMap(([name, item]) => {
    const place = { ...scope, subject: `webhook ${name}`, isReversed: true };
    return compareReversed(place, "webhook-removed", {
      path: name,
      base: item,
      revision: webhooks[name],
      revisionNode: scope.revision.root,
    });
  });
}

function webhooksOf({ root }: ApiDocument): JsonObject {
  return objectOf(root.webhooks ?? root["x-webhooks"]);
}

function compareReversed(
  scope: Scope,
  rule: RuleId,
  item: { path: string; base: unknown; revision: unknown; revisionNode: object },
): Removal[] {
  const { path, base, revision, revisionNode } = item;
  if (isOpaque(revision)) return [];
  const matches = operationsIn(scope.revision.root, path, objectOf(revision));
  return operationsIn(scope.base.root, path, objectOf(base)).flatMap((operation) => {
    const match = matches.find((each) => each.method === operation.method);
    if (!match)
      return [
        removal(inner(scope, operation.method), rule, {
          baseNode: operation.node,
          revisionNode,
          revisionKeys: ["webhooks", "callbacks"],
        }),
      ];
    return compareOperation(scope, operation, match);
  });
}
