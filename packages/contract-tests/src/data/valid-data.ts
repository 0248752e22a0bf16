import { type Api, isObject } from "@compute-host/openapi/model";
import { generateSync } from "json-schema-faker";
import { hardTexts } from "./hard-texts.ts";
import { randomFrom } from "./random.ts";

/**
 * Generates a value that fits a schema; the same seed gives the same value. Free texts contain characters that trip
 * up services: spaces, markup, combining marks, characters beyond the Basic Multilingual Plane.
 */
export function validData(
  { document }: Pick<Api, "document">,
  schema: Readonly<Record<string, unknown>>,
  seed: number,
): unknown {
  // References point to the components of the description.
  const whole = { ...schema, components: document.components };
  const plain = generateSync(whole, { seed, optionalsProbability: 0.6 });
  const { properties } = schema as { properties?: Readonly<Record<string, Record<string, unknown>>> };
  if (!isObject(plain) || !properties) return plain;
  const random = randomFrom(seed);
  return Object.fromEntries(
    Object.entries(plain).map(([name, value]) => {
      const texts = isFreeText(properties[name]) ? hardTexts(properties[name] ?? {}) : [];
      const text = texts[Math.floor(random() * texts.length * 2)];
      return [name, text ?? value];
    }),
  );
}

/** Whether a schema accepts any text within its length bounds. */
export function isFreeText(schema: Readonly<Record<string, unknown>> | undefined): boolean {
  return schema?.type === "string" && !schema.format && !schema.pattern && !schema.enum && !schema.const;
}
