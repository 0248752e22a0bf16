import { createSchemaCheck, type SchemaCheck } from "./schema-validation.ts";
import { resolveNode, type SpecDocument, type SpecNode } from "./spec-document.ts";

/** The properties of the spec's Computer, with the bounds of an update, such as the length of a name. */
export function boundedComputerProperties(spec: SpecDocument): Readonly<Record<string, SpecNode>> {
  const computer = resolveNode(spec, "/components/schemas/Computer").properties;
  const update = resolveNode(spec, "/components/schemas/ComputerUpdate").properties;
  // A computer does not have the fields that only an update has.
  const shared = Object.entries(update as SpecNode).filter(([name]) => name in (computer as SpecNode));
  const own = (name: string) => (computer as Readonly<Record<string, SpecNode>>)[name];
  const bounded = shared.map(([name, bounds]) => [name, { ...own(name), ...(bounds as SpecNode) }]);
  return { ...(computer as Record<string, SpecNode>), ...Object.fromEntries(bounded) };
}

/** Makes the check of an object of some of these properties and no others. */
export function createFieldsCheck(spec: SpecDocument, names: readonly string[]): SchemaCheck {
  return createSchemaCheck(spec, () => {
    const all = boundedComputerProperties(spec);
    const properties = Object.fromEntries(names.map((name) => [name, all[name]]));
    return { type: "object", properties, additionalProperties: false };
  });
}
