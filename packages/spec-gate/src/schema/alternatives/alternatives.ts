import { isSchema } from "../../document/schema-keywords.ts";
import { arrayOf, isObject, type JsonObject } from "../../json-value.ts";
import {
  type Alternative,
  anyAlternative,
  type Conjunction,
  type ObjectShape,
  type Schema,
  typeOfValue,
} from "./alternative.ts";
import { applyKeywords, presenceConditions } from "./apply-keywords.ts";

/** A schema has too many alternatives to compare one by one. */
export class TooManyAlternativesError extends Error {
  override readonly name = "TooManyAlternativesError";
}

const maxAlternatives = 400;

const known = new WeakMap<object, readonly Alternative[]>();

/** Expands the schemas into alternatives of one JSON type each, without those that no value fits. */
export function alternativesOf(schemas: Conjunction): readonly Alternative[] {
  const [only, ...others] = schemas;
  if (typeof only !== "object" || others.length > 0) return allAlternatives(schemas);
  const alternatives = known.get(only) ?? allAlternatives(schemas);
  known.set(only, alternatives);
  return alternatives;
}

function allAlternatives(schemas: Conjunction): readonly Alternative[] {
  let alternatives = [anyAlternative()];
  for (const schema of schemas)
    alternatives = alternatives.flatMap((alternative) => applySchema(alternative, schema, []));
  return limited(alternatives.flatMap(splitByType).flatMap((each) => withDependencies(each))).filter(
    isPossible,
  );
}

/** The dependencies of a property apply to every object that requires it. */
function withDependencies(alternative: Alternative, met: readonly string[] = []): Alternative[] {
  const { dependencies, required, types } = alternative;
  const due = dependencies.find(([name]) => required.includes(name) && !met.includes(name));
  if (!due || types.join() !== "object") return [alternative];
  const [name] = due;
  const schemas = dependencies.filter(([other]) => other === name).map(([, schema]) => schema);
  let alternatives = [alternative];
  for (const schema of schemas) alternatives = alternatives.flatMap((each) => applySchema(each, schema, []));
  return alternatives.flatMap((each) => withDependencies(each, [...met, name]));
}

/** @param chain the schemas around this one that apply to the same value: one that refers to itself adds nothing */
function applySchema(alternative: Alternative, schema: Schema, chain: readonly Schema[]): Alternative[] {
  if (schema === true || chain.includes(schema)) return [alternative];
  if (schema === false) return [];
  const inner = [...chain, schema];
  const objectsBefore = alternative.objects.length;
  const arraysBefore = alternative.arrays.length;
  let alternatives = [applyKeywords(alternative, schema)];
  for (const part of arrayOf(schema.allOf).filter(isSchema)) {
    alternatives = limited(alternatives.flatMap((each) => applySchema(each, part, inner)));
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    // An empty list is malformed and treated as absent.
    if (arrayOf(schema[keyword]).some(isSchema))
      alternatives = applyMembers(alternatives, schema, keyword, inner);
  }
  if (isSchema(schema.if) && hasEffect(schema) && presenceConditions(schema).length === 0)
    alternatives = conditional(alternatives, schema, schema.if, inner);
  return unevaluated(alternatives, schema, { objects: objectsBefore, arrays: arraysBefore });
}

function applyMembers(
  alternatives: readonly Alternative[],
  union: JsonObject,
  keyword: "anyOf" | "oneOf",
  chain: readonly Schema[],
): Alternative[] {
  const members = arrayOf(union[keyword]).filter(isSchema);
  const isExclusive = keyword === "oneOf" && members.length > 1;
  const all = alternatives.flatMap((alternative) =>
    members.flatMap((member, index) => {
      const variants = [...alternative.variants, { union, member, isExclusive }];
      const others = isExclusive ? members.filter((_, at) => at !== index) : [];
      const exclusions = [...alternative.exclusions, ...others];
      return applySchema({ ...alternative, variants, exclusions }, member, chain);
    }),
  );
  return limited(all);
}

/** By itself, `if` only marks properties and items as evaluated. */
function hasEffect(schema: JsonObject): boolean {
  return ["then", "else", "unevaluatedProperties", "unevaluatedItems"].some((key) => key in schema);
}

function conditional(
  alternatives: readonly Alternative[],
  schema: JsonObject,
  condition: Schema,
  chain: readonly Schema[],
): Alternative[] {
  const then = isSchema(schema.then) ? schema.then : true;
  const otherwise = isSchema(schema.else) ? schema.else : true;
  const all = alternatives.flatMap((alternative) => {
    const met = applySchema(alternative, condition, chain).flatMap((each) => applySchema(each, then, chain));
    const unmet = applySchema({ ...alternative, nots: [...alternative.nots, condition] }, otherwise, chain);
    return [...met, ...unmet];
  });
  return limited(all);
}

/** `unevaluatedProperties` and `unevaluatedItems` see what every part of the schema has evaluated. */
function unevaluated(
  alternatives: Alternative[],
  schema: JsonObject,
  before: { objects: number; arrays: number },
): Alternative[] {
  const { unevaluatedProperties: properties, unevaluatedItems: items } = schema;
  let all = alternatives;
  if (isSchema(properties)) {
    all = all.map((alternative) => {
      const seen = alternative.objects.slice(before.objects);
      if (seen.some((shape) => shape.additional !== undefined)) return alternative;
      return { ...alternative, objects: [...alternative.objects, remaining(seen, properties)] };
    });
  }
  if (isSchema(items)) {
    all = all.map((alternative) => {
      const seen = alternative.arrays.slice(before.arrays);
      if (seen.some((shape) => shape.rest !== undefined)) return alternative;
      const length = Math.max(0, ...seen.map((shape) => shape.prefix.length));
      const [min, max] = alternative.itemCount;
      const itemCount = [min, items === false ? Math.min(max, length) : max] as const;
      return {
        ...alternative,
        itemCount,
        arrays: [...alternative.arrays, { prefix: Array(length).fill(true), rest: items }],
      };
    });
  }
  return all;
}

function remaining(seen: readonly ObjectShape[], additional: Schema): ObjectShape {
  const names = seen.flatMap((shape) => [...shape.properties.keys()]);
  const patterns = seen.flatMap((shape) => shape.patterns.map(([pattern]) => [pattern, true] as const));
  return { properties: new Map(names.map((name) => [name, true])), patterns, additional };
}

function limited(alternatives: Alternative[]): Alternative[] {
  if (alternatives.length > maxAlternatives) throw new TooManyAlternativesError();
  return alternatives;
}

function splitByType(alternative: Alternative): Alternative[] {
  return alternative.types.map((type) => {
    const values = alternative.values?.filter((value) => typeOfValue(value) === type);
    return { ...alternative, types: [type], values };
  });
}

function isPossible(alternative: Alternative): boolean {
  if (alternative.values) return alternative.values.length > 0;
  if (alternative.nots.some((not) => not === true || (isObject(not) && Object.keys(not).length === 0)))
    return false;
  const [type] = alternative.types;
  if (type === "number") return alternative.lowest.value <= alternative.highest.value;
  if (type === "string") return alternative.length[0] <= alternative.length[1];
  if (type === "array") return alternative.itemCount[0] <= alternative.itemCount[1];
  if (type === "object") return alternative.propertyCount[0] <= alternative.propertyCount[1];
  return true;
}
