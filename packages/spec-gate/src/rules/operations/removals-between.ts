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

/** Finds everything that callers or readers of the older document lose in the newer one, operation by operation. */
export function* removalsBetween(older: ApiDocument, newer: ApiDocument): Generator<Removal> {
  const scope: Scope = {
    older,
    newer,
    schemas: new SchemaComparison(),
    subject: "",
    at: [],
    isReversed: false,
  };
  const after = operationsOf(newer);
  const ofShape = grouped(after, (each) => [shapeKey(each)]);
  const ofUrl = operationsByUrl(after);
  for (const operation of operationsOf(older)) {
    const place = { ...scope, subject: operation.label };
    const match = samePath(operation, ofShape.get(shapeKey(operation))) ?? sameUrl(operation, ofUrl);
    if (match) {
      yield* compareOperation(place, operation, match);
      yield* compareServers(place, operation, match);
    } else if (!isOpaque(objectOf(newer.root.paths)[operation.path])) {
      yield removal(place, "operation-removed", { olderNode: operation.node, ...itemSpot(newer, operation) });
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

function compareServers(scope: Scope, older: Operation, newer: Operation): Removal[] {
  const urls = urlsOf(newer);
  const gone = older.servers.filter((server) => !isReachable(`${server}${older.shape}`, urls));
  const lost = [...gone, ...defaultsChanged(older, newer).filter((server) => !gone.includes(server))];
  return lost.map((server) =>
    removal({ ...scope, subject: "servers" }, "server-removed", {
      older: server || "/",
      newer: newer.servers.map((each) => each || "/").join(", "),
      olderNode: serverNode(older, server, older) ?? scope.older.root,
      newerNode: serverNode(newer, server, older) ?? scope.newer.root,
      keys: ["url", "servers"],
    }),
  );
}

/** Default server URLs that clients now have to select themselves; clients use the server as described. */
function defaultsChanged(older: Operation, newer: Operation): string[] {
  const defaults = newer.serverChoices.map(([first]) => `${first}${newer.shape}`);
  return older.serverChoices.flatMap(([first, ...others]) => {
    const hasDefault = first !== undefined && others.length > 0;
    return hasDefault && !defaults.includes(`${first}${older.shape}`) ? [first] : [];
  });
}

/** The server object in the place of the removed one, or the last of a list that is shorter now. */
function serverNode(of: Operation, server: string, older: Operation): JsonObject | undefined {
  const index = older.serverChoices.findIndex((urls) => urls.includes(server));
  return of.serverNodes[Math.min(index, of.serverNodes.length - 1)];
}

/** The path of a removed operation, or all paths if the path was removed too. */
function itemSpot(document: ApiDocument, { path }: Operation): { newerNode: object; newerKeys: string[] } {
  const item = objectOf(document.root.paths)[path];
  return isObject(item)
    ? { newerNode: item, newerKeys: [] }
    : { newerNode: document.root, newerKeys: ["paths"] };
}

function compareOperation(scope: Scope, older: Operation, newer: Operation): Removal[] {
  const nodes = { olderNode: older.node, newerNode: newer.node };
  const { operationId: before } = older.node;
  const { operationId: after } = newer.node;
  const isOtherName = before !== undefined && before !== after;
  const names = { older: String(before), newer: String(after ?? "none"), keys: ["operationId"] };
  return [
    ...removalIf(isOtherName, scope, "operation-id-changed", { ...names, ...nodes }),
    ...deprecationWithdrawn(scope, older.node, newer.node),
    ...compareParameters(scope, older, newer),
    ...compareBodies(scope, older, newer),
    ...compareResponses(scope, older, newer),
    ...(scope.isReversed ? [] : compareSecurity(scope, older, newer)),
    ...compareCallbacks(scope, older, newer),
  ];
}

function compareCallbacks(scope: Scope, older: Operation, newer: Operation): Removal[] {
  const after = objectOf(newer.node.callbacks);
  return Object.entries(objectOf(older.node.callbacks)).flatMap(([name, callback]) =>
    membersOf(objectOf(callback)).flatMap(([expression, item]) => {
      if (isOpaque(after[name])) return [];
      const match = objectOf(after[name])[expression];
      const place = { ...inner(scope, `callback ${name}`), isReversed: !scope.isReversed };
      return compareReversed(place, "callback-removed", {
        path: expression,
        before: item,
        after: match,
        newerNode: newer.node,
      });
    }),
  );
}

function compareWebhooks(scope: Scope): Removal[] {
  const before = objectOf(scope.older.root.webhooks ?? scope.older.root["x-webhooks"]);
  const after = objectOf(scope.newer.root.webhooks ?? scope.newer.root["x-webhooks"]);
  return Object.entries(before).flatMap(([name, item]) => {
    const place = { ...scope, subject: `webhook ${name}`, isReversed: true };
    return compareReversed(place, "webhook-removed", {
      path: name,
      before: item,
      after: after[name],
      newerNode: scope.newer.root,
    });
  });
}

function compareReversed(
  scope: Scope,
  rule: RuleId,
  { path, before, after, newerNode }: { path: string; before: unknown; after: unknown; newerNode: object },
): Removal[] {
  if (isOpaque(after)) return [];
  const matches = operationsIn(scope.newer.root, path, objectOf(after));
  return operationsIn(scope.older.root, path, objectOf(before)).flatMap((operation) => {
    const match = matches.find((each) => each.method === operation.method);
    if (!match)
      return [
        removal(inner(scope, operation.method), rule, {
          olderNode: operation.node,
          newerNode,
          newerKeys: ["webhooks", "callbacks"],
        }),
      ];
    return compareOperation(scope, operation, match);
  });
}
