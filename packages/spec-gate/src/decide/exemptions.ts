import type { ApiDocument } from "../document/api-document.ts";
import { type JsonObject, objectOf, sameJson, stringsOf } from "../json-value.ts";
import { operationsIn, operationsOf } from "../rules/operations/operation.ts";

/** The operations that a team leaves out of the gate, because it promises nothing about them. */
export interface Exemptions {
  /** The values of extensions, such as `x-stability-level: [alpha]`, of an operation or its path. */
  readonly extensions: Readonly<Record<string, readonly unknown[]>>;
  /** Paths, in which `*` stands for one segment and `**` for any number. */
  readonly paths: readonly string[];
  readonly tags: readonly string[];
}

interface Found {
  /** Its name in reports, such as `GET /things`. */
  readonly label: string;
  readonly path: string;
  readonly node: JsonObject;
  readonly item: JsonObject;
}

/**
 * Lists the operations and webhooks that are exempt in the base. A mark that only the revision has does not count:
 * callers must not lose a promised operation because its mark changed.
 */
export function exemptOperations(base: ApiDocument, exemptions: Exemptions | undefined): ReadonlySet<string> {
  if (!exemptions) return new Set();
  const { extensions, paths, tags } = exemptions;
  const patterns = paths.map(patternOf);
  const isExempt = ({ path, node, item }: Found) =>
    patterns.some((pattern) => pattern.test(path)) ||
    stringsOf(node.tags).some((tag) => tags.includes(tag)) ||
    Object.entries(extensions).some(([name, values]) =>
      values.some((value) => sameJson(node[name] ?? item[name], value)),
    );
  return new Set(
    foundIn(base)
      .filter(isExempt)
      .map(({ label }) => label),
  );
}

/** The names of all operations and webhooks in reports. */
export function labelsOf(base: ApiDocument): readonly string[] {
  return foundIn(base).map(({ label }) => label);
}

function foundIn(base: ApiDocument): Found[] {
  const { paths, webhooks } = base.root;
  const operations = operationsOf(base).map(({ label, path, node }) => {
    return { label, path, node, item: objectOf(objectOf(paths)[path]) };
  });
  const hooks = Object.entries(objectOf(webhooks)).flatMap(([name, item]) =>
    operationsIn(base.root, name, objectOf(item)).map(({ node }) => {
      return { label: `webhook ${name}`, path: name, node, item: objectOf(item) };
    }),
  );
  return [...operations, ...hooks];
}

function patternOf(path: string): RegExp {
  const source = path
    .replaceAll(/[\\^$.+?()[\]{}|]/g, "\\$&")
    .replaceAll(/\*+/g, (stars) => (stars === "*" ? "[^/]*" : ".*"));
  return new RegExp(`^${source}$`);
}
