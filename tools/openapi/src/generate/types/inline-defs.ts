import { DescriptionError } from "../../model/description-error.ts";

/**
 * Replaces references to a schema's local definitions (`$defs`, JSON Schema 2020-12 section 8.2.4) with the
 * definitions, and removes `$defs`, which openapi-typescript would otherwise turn into a property.
 *
 * @param document an OpenAPI document, which is not changed
 * @throws DescriptionError for a definition that refers to itself
 */
export function inlineDefs(document: object): object {
  const definition = (ref: string): unknown =>
    ref
      .slice(2)
      .split("/")
      .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
  const visit = (node: unknown, outer: readonly string[] = []): unknown => {
    if (Array.isArray(node)) return node.map((item) => visit(item, outer));
    if (typeof node !== "object" || node === null) return node;
    const ref = (node as { $ref?: unknown }).$ref;
    if (typeof ref === "string" && ref.includes("/$defs/")) {
      if (!outer.includes(ref)) return visit(definition(ref), [...outer, ref]);
      const what = `The definition ${ref} refers to itself`;
      throw new DescriptionError(`${what}: move it to components.schemas.`, ref.slice(1));
    }
    return Object.fromEntries(
      Object.entries(node)
        .filter(([key]) => key !== "$defs")
        .map(([key, value]) => [key, visit(value, outer)]),
    );
  };
  return visit(document) as object;
}
