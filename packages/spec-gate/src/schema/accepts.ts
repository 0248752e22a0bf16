import { isObject, sameJson } from "../json-value.ts";
import type { Alternative, Conjunction } from "./alternative.ts";
import { alternativesOf } from "./alternatives.ts";
import { isMultiple } from "./compare-numbers.ts";
import { hasFormat } from "./format.ts";
import { matches } from "./object-view.ts";
import { typeOfValue } from "./value-type.ts";

/** Whether the value is valid against the schemas. */
export function accepts(schemas: Conjunction, value: unknown): boolean {
  return alternativesOf(schemas).some((alternative) => alternativeAccepts(alternative, value));
}

/** Whether the value is valid against one alternative. */
export function alternativeAccepts(alternative: Alternative, value: unknown): boolean {
  if (!alternative.types.includes(typeOfValue(value))) return false;
  if (alternative.values && !alternative.values.some((other) => sameJson(other, value))) return false;
  if ([...alternative.nots, ...alternative.exclusions].some((schema) => accepts([schema], value)))
    return false;
  if (typeof value === "number") return numberFits(alternative, value);
  if (typeof value === "string") return stringFits(alternative, value);
  if (Array.isArray(value)) return arrayFits(alternative, value);
  return isObject(value) ? objectFits(alternative, value) : true;
}

function numberFits({ isInteger, lowest, highest, multiplesOf }: Alternative, value: number): boolean {
  if (isInteger && !Number.isInteger(value)) return false;
  if (value < lowest.value || (lowest.exclusive && value === lowest.value)) return false;
  if (value > highest.value || (highest.exclusive && value === highest.value)) return false;
  return multiplesOf.every((factor) => isMultiple(value, factor));
}

function stringFits({ length: [min, max], patterns, formats }: Alternative, value: string): boolean {
  const length = [...value].length;
  if (length < min || length > max) return false;
  return (
    patterns.every((pattern) => matches(pattern, value)) &&
    formats.every((format) => hasFormat(value, format))
  );
}

function arrayFits(
  { itemCount: [min, max], hasUniqueItems, arrays }: Alternative,
  value: unknown[],
): boolean {
  if (value.length < min || value.length > max) return false;
  if (
    hasUniqueItems &&
    value.some((item, index) => value.slice(0, index).some((other) => sameJson(item, other)))
  )
    return false;
  return value.every((item, index) =>
    arrays.every(({ prefix, rest }) => {
      const schema = index < prefix.length ? prefix[index] : rest;
      return schema === undefined || accepts([schema], item);
    }),
  );
}

function objectFits(
  { required, objects, propertyCount: [min, max] }: Alternative,
  value: Record<string, unknown>,
): boolean {
  const entries = Object.entries(value);
  if (entries.length < min || entries.length > max || required.some((name) => !(name in value))) return false;
  return entries.every(([name, item]) =>
    objects.every(({ properties, patterns, additional }) => {
      const own = properties.get(name);
      const schemas = [
        ...(own === undefined ? [] : [own]),
        ...patterns.filter(([p]) => matches(p, name)).map(([, s]) => s),
      ];
      return accepts(schemas.length > 0 ? schemas : [additional ?? true], item);
    }),
  );
}
