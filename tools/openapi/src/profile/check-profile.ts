import { isDeepStrictEqual } from "node:util";
import { DescriptionError } from "../model/description-error.ts";
import { date } from "../schema/formats.ts";
import { isObject, type Json, type JsonObject, listOf, objectOf } from "../schema/json.ts";
import { keysOf, pointerOf, valueAt } from "../schema/pointer.ts";
import { insteadOf, objects, type Rule, references, rules } from "./grammar.ts";

type Errors = readonly DescriptionError[];
type ValueRule = Extract<
  Rule,
  { readonly type: unknown } | { readonly only: unknown } | { readonly like: unknown }
>;
type SchemaRule = Extract<Rule, { readonly schema: unknown }>;

/** Compares a description with the grammar, and returns an error for each place that the grammar does not allow. */
export function outsideProfile(description: Json): Errors {
  function check(holds: string, value: Json, pointer: string): Errors {
    const { of = "", isList } = /^(?<of>.*?)(?<isList>\[\])?!?$/.exec(holds)?.groups ?? {};
    if (isList !== undefined) return checkRule({ list: of, from: 0, instead: "" }, value, pointer);
    const rule = rules[of];
    return rule === undefined ? checkObject(of, value, pointer) : checkRule(rule, value, pointer);
  }

  function checkRule(rule: Rule, value: Json, pointer: string): Errors {
    if ("reference" in rule) {
      const { reference, to } = rule;
      if (isReference(value) && (to === undefined || String(value.$ref).endsWith(`/${to}`)))
        return checkReference(reference, value, pointer);
      return refusal(
        `a ${reference} ${to === undefined ? "without a name" : `other than ${to}`}`,
        rule.instead,
        pointer,
      );
    }
    if ("schema" in rule) return checkSchema(rule, value, pointer);
    if ("by" in rule) {
      if (isReference(value)) return checkReference("parameter", value, pointer);
      const choice = objectOf(value)[rule.by] ?? null;
      const kind = Object.entries(rule.kinds).find(([one]) => one === choice)?.[1];
      if (kind !== undefined) return checkObject(kind, value, pointer);
      return refusal(written(rule.by, choice), rule.instead, pointer + pointerOf(rule.by));
    }
    if ("list" in rule) {
      if (!Array.isArray(value)) return refusal(written(pointer, value), "write a list", pointer);
      const inner = value.flatMap((item: Json, index) => check(rule.list, item, pointer + pointerOf(index)));
      return [...checkSize(rule, value.length, pointer), ...repeated(value, pointer), ...inner];
    }
    if ("keys" in rule) {
      if (!isObject(value)) return refusal(written(pointer, value), "write an object", pointer);
      const inner = Object.entries(value).flatMap(([key, entry]) => {
        const at = pointer + pointerOf(key);
        const [, holds] = rule.keys.find(([keys]) => keys.test(key)) ?? [];
        if (holds !== undefined) return check(holds, entry as Json, at);
        return refusal(`\`${key}\` as ${rule.of}`, rule.instead, at);
      });
      return [...checkSize(rule, Object.keys(value).length, pointer), ...inner];
    }
    return isHeld(rule, value) ? [] : refusal(written(pointer, value), rule.instead, pointer);
  }

  function checkObject(kind: string, value: Json, pointer: string): Errors {
    if (!isObject(value)) return refusal(written(pointer, value), "write an object", pointer);
    if (isReference(value) && references[kind] !== undefined) return checkReference(kind, value, pointer);
    const keys = objects[kind] ?? {};
    const own = withArticle(kind);
    const missing = Object.entries(keys).flatMap(([key, holds]) =>
      holds.endsWith("!") && !Object.hasOwn(value, key)
        ? refusal(`${own} without \`${key}\``, "add it", pointer)
        : [],
    );
    const held = Object.entries(value).flatMap(([key, inner]) => {
      const at = pointer + pointerOf(key);
      const holds = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (holds !== undefined) return check(holds, inner as Json, at);
      // What a schema excludes must not go missing without a word.
      const other = keys.type === "value" ? "say it in the description" : "leave it out";
      return refusal(`\`${key}\` of ${own}`, insteadOf.get(key) ?? other, at);
    });
    return [...missing, ...held];
  }

  /** A reference leads to a part of `components` that is not a reference itself, so there are no cycles. */
  function checkReference(kind: string, value: JsonObject, pointer: string): Errors {
    const [section = "", siblings = []] = references[kind] ?? [];
    const start = `#/components/${section}/`;
    const reference = String(value.$ref);
    const refused = (what: string, instead: string) =>
      refusal(written("$ref", reference) + what, instead, pointer + pointerOf("$ref"));
    const target = targetOf(value);
    if (!reference.startsWith(start) || reference.slice(start.length).includes("/"))
      return refused("", `write ${start} and a name`);
    if (target === undefined) return refused(", which does not exist,", "correct it");
    if (isReference(target)) return refused(", a reference itself,", "refer to its target");
    const other = kind === "schema" ? "write a schema with it, and refer to that" : "leave it out";
    const others = Object.keys(value).filter((key) => key !== "$ref" && !siblings.includes(key));
    return others.flatMap((key) => {
      const instead = key.endsWith("Only") ? (insteadOf.get(key) ?? other) : other;
      return refusal(`\`${key}\` next to \`$ref\``, instead, pointer + pointerOf(key));
    });
  }

  function checkSchema(rule: SchemaRule, value: Json, pointer: string): Errors {
    if (!isObject(value)) return refusal(written(pointer, value), "write a schema with a `type`", pointer);
    if (isReference(value)) {
      const errors = checkReference("schema", value, pointer);
      const kind = kindOfSchema(objectOf(targetOf(value)), rule);
      if (errors.length > 0 || kind === undefined || rule.schema.includes(kind)) return errors;
      return refusal(written("$ref", String(value.$ref)), rule.instead, pointer + pointerOf("$ref"));
    }
    const found = kindOfSchema(value, rule);
    const kind = found === "array" && rule.schema.includes("list") ? "list" : found;
    if (kind !== undefined && rule.schema.includes(kind)) return checkObject(kind, value, pointer);
    const key = [...(kind === undefined ? insteadOf.keys() : []), "type"].find((one) =>
      Object.hasOwn(value, one),
    );
    if (key === undefined) return refusal("a schema without `type`", rule.instead, pointer);
    const instead = insteadOf.get(key) ?? rule.instead;
    return refusal(written(key, value[key] as Json), instead, pointer + pointerOf(key));
  }

  const targetOf = ({ $ref }: JsonObject) => valueAt(description, String($ref).slice(1));
  return check("description", description, "");
}

/** A schema has one type, apart from null; with `oneOf`, it lists constants, or has a reference and null. */
function kindOfSchema({ type, oneOf, anyOf, additionalProperties }: JsonObject, { canBeNull }: SchemaRule) {
  const types = [type].flat().map(String);
  const [one = "", ...others] = types.filter((each) => !(canBeNull && types.length === 2 && each === "null"));
  if (listOf(oneOf).some((each) => objectOf(each).const !== undefined)) return "constants";
  const either = listOf(oneOf ?? anyOf).map(objectOf);
  if (either.some(isReference) && either.some((each) => each.type === "null"))
    return oneOf ? "oneOf" : "anyOf";
  if (type === undefined || others.length > 0) return type === undefined ? undefined : "several types";
  return one === "object" && isObject(additionalProperties) ? "map" : one;
}

function checkSize(rule: Rule & { from?: number; to?: number }, count: number, pointer: string): Errors {
  if (count >= (rule.from ?? 0) && count <= (rule.to ?? count)) return [];
  return refusal(`\`${nameOf(pointer)}\` with ${count} entries`, rule.instead, pointer);
}

/** Entries of a list that are there already. */
function repeated(list: readonly Json[], pointer: string): Errors {
  const isRepeated = (item: Json, end: number) =>
    list.slice(0, end).some((earlier) => isDeepStrictEqual(earlier, item));
  return list.flatMap((item, index) =>
    isRepeated(item, index)
      ? refusal(`${written(pointer, item)} twice`, "leave one out", pointer + pointerOf(index))
      : [],
  );
}

function isHeld(rule: ValueRule, value: Json): boolean {
  if ("like" in rule) return typeof value === "string" && rule.like.test(value);
  if ("only" in rule) return value === rule.only;
  if (rule.type === "count") return Number.isSafeInteger(value) && Number(value) >= rule.from;
  if (rule.type === "date") return date.test(String(value));
  if (rule.type === "pattern") return typeof value === "string" && isPattern(value);
  // YAML has `.nan` and `.inf`, JSON has neither.
  if (typeof value === "number" && !Number.isFinite(value)) return false;
  return rule.type === "any" || typeof value === rule.type;
}

/** Patterns use ECMA-262 with the flag `u` (JSON Schema 2020-12, section 6.4) and must not match every text. */
function isPattern(text: string): boolean {
  if (/^\^?(?:\.\*)?\$?$/.test(text)) return false;
  try {
    return new RegExp(text, "u") !== undefined;
  } catch {
    return false;
  }
}

function isReference(value: Json | undefined): value is JsonObject {
  return isObject(value) && value.$ref !== undefined;
}

function refusal(what: string, instead: string, pointer: string): Errors {
  const [first = "", ...rest] = what;
  const sentence = `${first.toUpperCase()}${rest.join("")} is not supported: ${instead}.`;
  return [new DescriptionError(sentence, pointer)];
}

/** Writes the key of a place and its value, shortened to fit into a sentence. */
function written(place: string, value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `\`${nameOf(place)}: ${text.length > 60 ? `${text.slice(0, 60)}...` : text}\``;
}

/** The key at a place; for an entry of a list, the key of the list. */
function nameOf(place: string): string {
  return [place, ...keysOf(place)].findLast((key) => !/^\d*$/.test(key)) ?? "description";
}

function withArticle(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
}
