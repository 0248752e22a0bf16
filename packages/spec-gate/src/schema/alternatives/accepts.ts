import { type FormatName, fullFormats } from "ajv-formats/dist/formats.js";
import { isObject, sameJson } from "../../json-value.ts";
import { type Alternative, type Conjunction, typeOfValue } from "./alternative.ts";
import { alternativesOf } from "./alternatives.ts";
import { matches } from "./regular-expression.ts";

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

/** Whether the number has the bounds and factors of the alternative. */
export function numberFits({ isInteger, lowest, highest, multiplesOf }: Alternative, value: number): boolean {
  if (isInteger && !Number.isInteger(value)) return false;
  if (value < lowest.value || (lowest.exclusive && value === lowest.value)) return false;
  if (value > highest.value || (highest.exclusive && value === highest.value)) return false;
  return multiplesOf.every((factor) => isMultiple(value, factor));
}

/** Whether the number is a multiple of the factor, within floating-point precision. */
export function isMultiple(value: number, factor: number): boolean {
  if (factor === 0) return false;
  const quotient = value / factor;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
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
  { itemCount: [min, max], hasUniqueItems, arrays, contains }: Alternative,
  value: unknown[],
): boolean {
  if (value.length < min || value.length > max) return false;
  if (hasUniqueItems && hasEqualItems(value)) return false;
  const isCountRight = contains.every((wanted) => {
    const count = value.filter((item) => accepts([wanted.schema], item)).length;
    return count >= wanted.min && count <= wanted.max;
  });
  if (!isCountRight) return false;
  return value.every((item, index) =>
    arrays.every(({ prefix, rest }) => {
      const schema = index < prefix.length ? prefix[index] : rest;
      return schema === undefined || accepts([schema], item);
    }),
  );
}

function hasEqualItems(value: readonly unknown[]): boolean {
  return value.some((item, index) => value.slice(0, index).some((other) => sameJson(item, other)));
}

function objectFits(alternative: Alternative, value: Record<string, unknown>): boolean {
  const { required, objects, propertyNames, dependencies } = alternative;
  const [min, max] = alternative.propertyCount;
  const entries = Object.entries(value);
  if (entries.length < min || entries.length > max) return false;
  if (required.some((name) => !Object.hasOwn(value, name))) return false;
  if (!entries.every(([name]) => accepts(propertyNames, name))) return false;
  if (dependencies.some(([name, schema]) => Object.hasOwn(value, name) && !accepts([schema], value)))
    return false;
  return entries.every(([name, item]) =>
    objects.every(({ properties, patterns, additional }) => {
      const own = properties.get(name);
      const schemas = [
        ...(own === undefined ? [] : [own]),
        ...patterns.filter(([pattern]) => matches(pattern, name)).map(([, schema]) => schema),
      ];
      return accepts(schemas.length > 0 ? schemas : [additional ?? true], item);
    }),
  );
}

/** Whether the text has the format; every text matches an unknown format. */
function hasFormat(text: string, format: string): boolean {
  if (!Object.hasOwn(fullFormats, format)) return true;
  const definition = fullFormats[format as FormatName];
  const test = typeof definition === "object" && "validate" in definition ? definition.validate : definition;
  if (test instanceof RegExp) return test.test(text);
  return typeof test === "function" ? Boolean((test as (value: string) => unknown)(text)) : true;
}
