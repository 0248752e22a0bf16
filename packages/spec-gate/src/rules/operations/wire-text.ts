import type { Alternative, Schema } from "../../schema/alternatives/alternative.ts";
import { alternativesOf } from "../../schema/alternatives/alternatives.ts";
import { integersOf } from "../../schema/alternatives/possible-values.ts";

const integer = "^-?(?:0|[1-9][0-9]*)$";
const number = "^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$";

/** Which texts a schema has to stand for: at least those of its values, or at most. */
type Side = "sent" | "read";

/** How a list is written: each item on its own, so that one item looks like one value, or all in one text. */
type ListForm = "exploded" | "one text" | "other";

/**
 * Converts the schema of a parameter or header to a schema of the texts that stand for its values on the wire, where
 * `1` and `"1"` look the same. `undefined` if the texts of a value are not known.
 */
export function wireText(schema: Schema, side: Side, form: ListForm): Schema | undefined {
  const texts = alternativesOf([schema]).flatMap((each) => textsOf(each, side, form));
  const known = texts.filter((text) => text !== undefined);
  // An unknown text must not be dropped from what is sent; what is read may lack some. `false` accepts nothing, as an
  // empty `anyOf` counts as absent and would accept everything.
  return side === "sent" && known.length < texts.length ? undefined : { anyOf: [false, ...known] };
}

function textsOf(alternative: Alternative, side: Side, form: ListForm): (Schema | undefined)[] {
  const { types, values, isInteger, patterns, formats, length, nots, exclusions, contents } = alternative;
  const [type] = types;
  if (type === "null") return [];
  if (side === "read" && nots.length + exclusions.length + contents.length > 0) return [undefined];
  const listed = values ?? (type === "boolean" ? [true, false] : integersOf(alternative));
  // Whatever its items are, a list in one text is some text.
  if (type === "array" && side === "sent" && form === "one text") return [{ type: "string" }];
  if (type === "array" || type === "object")
    return [form === "exploded" ? itemText(alternative, side) : undefined];
  if (listed) return [{ enum: listed.map(String) }];
  if (type === "number") {
    const isBounded = Number.isFinite(alternative.lowest.value) || Number.isFinite(alternative.highest.value);
    const isExact = !isBounded && alternative.multiplesOf.length === 0 && formats.length === 0;
    return [
      side === "read" && !isExact ? undefined : { type: "string", pattern: isInteger ? integer : number },
    ];
  }
  const [minLength, maxLength] = length;
  return [
    {
      type: "string",
      minLength,
      ...(Number.isFinite(maxLength) ? { maxLength } : {}),
      allOf: [...patterns.map((pattern) => ({ pattern })), ...formats.map((format) => ({ format }))],
    },
  ];
}

/** The texts of a list of one item; only what is read may be a list, because a list that is sent has more items. */
function itemText(
  { types, itemCount, arrays, contains, values }: Alternative,
  side: Side,
): Schema | undefined {
  const [least, most] = itemCount;
  if (side === "sent" || types[0] !== "array" || values) return undefined;
  const mayHaveOne = least <= 1 && most >= 1;
  if (!mayHaveOne || contains.length > 0) return undefined;
  const items = arrays.map(({ prefix, rest }) => prefix[0] ?? rest ?? true);
  const texts = (items.length > 0 ? items : [true]).map((each) => wireText(each, side, "other"));
  return texts.includes(undefined) ? undefined : { allOf: texts };
}

/** Whether a value of the schema can be a list. */
export function isList(schema: Schema): boolean {
  return alternativesOf([schema]).some(({ types }) => types[0] === "array");
}
