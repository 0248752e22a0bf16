import { description } from "./description.gen.ts";
import { createSchemaCheck, type SchemaCheck } from "./schema-validation.ts";
import { resolveNode, type SpecNode } from "./spec-document.ts";

/** The properties of the spec's Computer, with the bounds of an update, such as the length of a name. */
export function boundedComputerProperties(): Readonly<Record<string, SpecNode>> {
  const propertiesOf = (schema: string) =>
    resolveNode(description, `/components/schemas/${schema}`).properties as Readonly<
      Record<string, SpecNode>
    >;
  const computer = propertiesOf("Computer");
  // A computer does not have the fields that only an update has.
  const shared = Object.entries(propertiesOf("ComputerUpdate")).filter(([name]) => name in computer);
  return {
    ...computer,
    ...Object.fromEntries(shared.map(([name, bounds]) => [name, { ...computer[name], ...bounds }])),
  };
}

/** Makes the check of an object of some of these properties and no others. */
export function createFieldsCheck(names: readonly string[]): SchemaCheck {
  return createSchemaCheck(() => {
    const all = boundedComputerProperties();
    const properties = Object.fromEntries(names.map((name) => [name, all[name]]));
    return { type: "object", properties, additionalProperties: false };
  });
}
