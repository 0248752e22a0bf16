/**
 * Replaces references to a schema's local definitions (`$defs`, JSON Schema 2020-12 section 8.2.4) with the
 * definitions, and removes `$defs`, which openapi-typescript would otherwise turn into a property.
 *
 * @param document an OpenAPI document, which is not changed. Definitions must not refer to themselves.
 */
export function inlineDefs(document: object): object {
  const definition = (ref: string): unknown =>
    ref
      .slice(2)
      .split("/")
      .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== "object" || node === null) return node;
    const ref = (node as { $ref?: unknown }).$ref;
    if (typeof ref === "string" && ref.includes("/$defs/")) return visit(definition(ref));
    return Object.fromEntries(
      Object.entries(node)
        .filter(([key]) => key !== "$defs")
        .map(([key, value]) => [key, visit(value)]),
    );
  };
  return visit(document) as object;
}
