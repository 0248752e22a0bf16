import { arrayOf, isObject, type JsonObject } from "../json-value.ts";
import { applyKeywords, isSchema } from "./apply-keywords.ts";
import { anyDraft, type Conjunction, type Draft, type ObjectShape, type Schema } from "./draft.ts";
import { typeOfValue } from "./value-type.ts";

/** The schema has more alternatives than are worth comparing one by one. */
export class TooManyAlternatives extends Error {
  override readonly name = "TooManyAlternatives";
}

const maxDrafts = 400;

const known = new WeakMap<object, readonly Draft[]>();

/** Every alternative that the schemas allow together, each of one JSON type. Those that nothing fits are left out. */
export function draftsOf(schemas: Conjunction): readonly Draft[] {
  const [only, ...others] = schemas;
  if (typeof only !== "object" || others.length > 0) return allDrafts(schemas);
  const drafts = known.get(only) ?? allDrafts(schemas);
  known.set(only, drafts);
  return drafts;
}

function allDrafts(schemas: Conjunction): readonly Draft[] {
  let drafts = [anyDraft()];
  for (const schema of schemas) drafts = drafts.flatMap((draft) => applySchema(draft, schema, []));
  return drafts.flatMap(splitByType).filter(isPossible);
}

function applySchema(draft: Draft, schema: Schema, chain: readonly Schema[]): Draft[] {
  if (schema === true || chain.includes(schema)) return [draft];
  if (schema === false) return [];
  const inner = [...chain, schema];
  const objectsBefore = draft.objects.length;
  const arraysBefore = draft.arrays.length;
  let drafts = [applyKeywords(draft, schema)];
  for (const part of arrayOf(schema.allOf).filter(isSchema)) {
    drafts = limited(drafts.flatMap((each) => applySchema(each, part, inner)));
  }
  if (Array.isArray(schema.anyOf)) drafts = alternatives(drafts, schema.anyOf.filter(isSchema), inner);
  if (Array.isArray(schema.oneOf)) {
    const members = schema.oneOf.filter(isSchema);
    drafts = alternatives(drafts, members, inner, (member) => members.filter((other) => other !== member));
  }
  if (isSchema(schema.if) && hasEffect(schema)) drafts = conditional(drafts, schema, schema.if, inner);
  return unevaluated(drafts, schema, { objects: objectsBefore, arrays: arraysBefore });
}

function alternatives(
  drafts: readonly Draft[],
  members: readonly Schema[],
  chain: readonly Schema[],
  exclusionsOf: (member: Schema) => readonly Schema[] = () => [],
): Draft[] {
  const all = drafts.flatMap((draft) =>
    members.flatMap((member) => {
      const exclusions = exclusionsOf(member);
      const applied = applySchema(draft, member, chain);
      if (exclusions.length === 0) return applied;
      return applied.map((each) => ({ ...each, exclusions: [...each.exclusions, ...exclusions] }));
    }),
  );
  return limited(all);
}

/** `if` on its own only notes which properties and items were looked at. */
function hasEffect(schema: JsonObject): boolean {
  return ["then", "else", "unevaluatedProperties", "unevaluatedItems"].some((key) => key in schema);
}

function conditional(
  drafts: readonly Draft[],
  schema: JsonObject,
  condition: Schema,
  chain: readonly Schema[],
): Draft[] {
  const then = isSchema(schema.then) ? schema.then : true;
  const otherwise = isSchema(schema.else) ? schema.else : true;
  const all = drafts.flatMap((draft) => {
    const met = applySchema(draft, condition, chain).flatMap((each) => applySchema(each, then, chain));
    const unmet = applySchema({ ...draft, nots: [...draft.nots, condition] }, otherwise, chain);
    return [...met, ...unmet];
  });
  return limited(all);
}

/** `unevaluatedProperties` and `unevaluatedItems` see what every part of the schema has looked at. */
function unevaluated(
  drafts: Draft[],
  schema: JsonObject,
  before: { objects: number; arrays: number },
): Draft[] {
  const { unevaluatedProperties: properties, unevaluatedItems: items } = schema;
  let all = drafts;
  if (isSchema(properties)) {
    all = all.map((draft) => {
      const seen = draft.objects.slice(before.objects);
      if (seen.some((shape) => shape.additional !== undefined)) return draft;
      return { ...draft, objects: [...draft.objects, remaining(seen, properties)] };
    });
  }
  if (isSchema(items)) {
    all = all.map((draft) => {
      const seen = draft.arrays.slice(before.arrays);
      if (seen.some((shape) => shape.rest !== undefined)) return draft;
      const length = Math.max(0, ...seen.map((shape) => shape.prefix.length));
      const [min, max] = draft.itemCount;
      const itemCount = [min, items === false ? Math.min(max, length) : max] as const;
      return {
        ...draft,
        itemCount,
        arrays: [...draft.arrays, { prefix: Array(length).fill(true), rest: items }],
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

function limited(drafts: Draft[]): Draft[] {
  if (drafts.length > maxDrafts) throw new TooManyAlternatives();
  return drafts;
}

function splitByType(draft: Draft): Draft[] {
  return draft.types.map((type) => {
    const values = draft.values?.filter((value) => typeOfValue(value) === type);
    return { ...draft, types: [type], values };
  });
}

function isPossible(draft: Draft): boolean {
  if (draft.values) return draft.values.length > 0;
  if (draft.nots.some((not) => not === true || (isObject(not) && Object.keys(not).length === 0)))
    return false;
  const [type] = draft.types;
  if (type === "number") return draft.lowest.value <= draft.highest.value;
  if (type === "string") return draft.length[0] <= draft.length[1];
  if (type === "array") return draft.itemCount[0] <= draft.itemCount[1];
  if (type === "object") return draft.propertyCount[0] <= draft.propertyCount[1];
  return true;
}
