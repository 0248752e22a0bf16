import { valueAt } from "../../document/pointer.ts";
import { isSchema } from "../../document/schema-keywords.ts";
import { arrayOf, isObject, type JsonObject, objectOf, shortText } from "../../json-value.ts";
import {
  type Conjunction,
  type JsonType,
  type Schema,
  types,
} from "../../schema/alternatives/alternative.ts";
import { alternativesOf } from "../../schema/alternatives/alternatives.ts";
import { annotationOf } from "../../schema/alternatives/annotation.ts";
import { compareDefaults } from "../../schema/compare/compare-objects.ts";
import { rootComparison } from "../../schema/compare/comparison.ts";
import { isBlocking } from "../rule.ts";
import { type RuleId, rules } from "../rules.ts";
import { compareContent } from "./media-types.ts";
import type { Operation, Parameter } from "./operation.ts";
import type { Removal } from "./removal.ts";
import {
  deprecationWithdrawn,
  inner,
  inPart,
  isFromCaller,
  removal,
  removalIf,
  type Scope,
  schemaRemovals,
} from "./scope.ts";
import { isList, wireText } from "./wire-text.ts";

/** Finds what an operation's parameters lose. */
export function compareParameters(scope: Scope, older: Operation, newer: Operation): Removal[] {
  const kept = older.parameters.flatMap((parameter) => {
    const match = newer.parameters.find((other) => other.key === parameter.key);
    const place = inner(scope, `${parameter.place} parameter ${parameter.name}`);
    if (!match && hasOtherUnknown(newer, older)) return [];
    if (!match)
      return [
        removal(place, "parameter-removed", {
          ...spotIn(older, parameter, "older"),
          newerNode: newer.node,
          newerKeys: ["parameters"],
          ...sharedSpots(scope, parameter, "older"),
        }),
      ];
    return compareParameter(place, parameter, match);
  });
  const added = newer.parameters
    .filter(
      // A variable of the path was always sent; declaring it demands nothing new.
      ({ isRequired, place, key }) =>
        isRequired && place !== "path" && !older.parameters.some((other) => other.key === key),
    )
    .map((parameter) =>
      removal(inner(scope, `${parameter.place} parameter ${parameter.name}`), "parameter-required", {
        older: "absent",
        newer: "required",
        olderNode: older.node,
        ...spotIn(newer, parameter, "newer"),
        olderKeys: ["parameters"],
        ...sharedSpots(scope, parameter, "newer"),
      }),
    );
  return [...kept, ...(scope.isReversed || hasOtherUnknown(older, newer) ? [] : added)];
}

/** The places of a shared parameter, of which one version has another or none: it changed once, for all operations. */
function sharedSpots({ older, newer }: Scope, { node }: Parameter, side: "older" | "newer") {
  const [own, other] = side === "older" ? [older, newer] : [newer, older];
  const [root, section = "", name = ""] = own.originOf(node)?.pointer ?? [];
  const others = objectOf(other.root.components)[section];
  const match = valueAt(others, [name]) ?? others ?? other.root;
  // Its operations lost a parameter that others still have.
  if (root !== "components" || (isObject(match) && sameIdentity(match, node))) return {};
  const otherSide = side === "older" ? "newer" : "older";
  return {
    [`${side}Node`]: node,
    [`${side}Path`]: [],
    [`${otherSide}Node`]: match,
    [`${otherSide}Keys`]: [],
  };
}

function sameIdentity(one: JsonObject, other: JsonObject): boolean {
  return one.name === other.name && one.in === other.in;
}

/** Whether this version has a reference to an unknown parameter, which may be any, that the other version lacks. */
function hasOtherUnknown(own: Operation, other: Operation): boolean {
  return own.unknownParameters.some((each) => !other.unknownParameters.includes(each));
}

/** The place where an operation references a parameter; a parameter of its path is reported where it is written. */
function spotIn({ node }: Operation, parameter: Parameter, side: "older" | "newer") {
  const index = arrayOf(node.parameters).indexOf(parameter.node);
  const [shown, path] = index < 0 ? [parameter.node, []] : [node, ["parameters", String(index)]];
  return { [`${side}Node`]: shown, [`${side}Path`]: path };
}

function compareParameter(scope: Scope, older: Parameter, newer: Parameter): Removal[] {
  const nodes = { olderNode: older.node, newerNode: newer.node };
  const [lax, strict] = scope.isReversed ? [newer, older] : [older, newer];
  const needed = { older: shortRequired(older), newer: shortRequired(newer), keys: ["required"] };
  const isRenamed = older.place === "path" && older.name !== newer.name;
  const names = { older: older.name, newer: newer.name, keys: ["name"] };
  const [before, after] = [formOf(older.node, older.place), formOf(newer.node, newer.place)];
  const forms = { older: formText(before), newer: formText(after), keys: formKeys };
  const part = inPart(scope, [older.place, older.name], true);
  return [
    ...removalIf(strict.isRequired && !lax.isRequired, scope, "parameter-required", { ...needed, ...nodes }),
    ...removalIf(isRenamed, scope, "path-parameter-renamed", { ...names, ...nodes }),
    ...deprecationWithdrawn(scope, older.node, newer.node),
    ...removalIf(!isFormKept(before, after), scope, "parameter-serialization-changed", {
      ...forms,
      ...nodes,
    }),
    ...parameterDefault(scope, older, newer),
    ...compareValue(part, "caller", older.node, newer.node),
  ];
}

function shortRequired(parameter: Parameter): string {
  return parameter.isRequired ? "required" : "optional";
}

function parameterDefault(scope: Scope, older: Parameter, newer: Parameter): Removal[] {
  if (scope.isReversed || (older.isRequired && newer.isRequired)) return [];
  const before = annotationOf([schemaOf(older.node)], "default");
  const after = annotationOf([schemaOf(newer.node)], "default");
  const isChanged = compareDefaults(before, after, rootComparison("request")).length > 0;
  const nodes = { olderNode: older.node.schema, newerNode: newer.node.schema, keys: ["default"] };
  const texts = { older: shortText(before), newer: shortText(after) };
  return removalIf(isChanged, scope, "parameter-default-changed", { ...texts, ...nodes });
}

/** Finds what the value of a parameter or header loses. */
export function compareValue(
  scope: Scope,
  sender: "caller" | "service",
  older: JsonObject,
  newer: JsonObject,
): Removal[] {
  if (isObject(older.content) || isObject(newer.content)) {
    // A schema that became a media type, or the reverse, is another form, which is reported as such.
    if (!isObject(older.content) || !isObject(newer.content)) return [];
    return compareContent(scope, sender, older.content, newer.content);
  }
  const around = [older, newer] as const;
  const [before, after] = withoutNull(schemaOf(older), schemaOf(newer));
  const removals = schemaRemovals(scope, sender, before, after, around);
  const [first] = removals;
  if (!first || removals.every(({ rule }) => !isBlocking(rules[rule].impact))) return removals;
  const rule = sameTextRule(scope, sender, older, newer);
  if (rule === undefined) return removals;
  // Without a place, no value that shows the change is searched for: the texts still fit.
  const { place: _place, ...rest } = first;
  return [{ ...rest, rule, at: scope.at }];
}

const notNull: Schema = { type: types.filter((type) => type !== "null") };

/** The text of a parameter or header cannot be null: a null that only one version allows is not on the wire. */
function withoutNull(older: Schema, newer: Schema): [Conjunction, Conjunction] {
  const allowsNull = (schema: Schema) => canBe("null", schema);
  if (allowsNull(older) === allowsNull(newer)) return [[older], [newer]];
  return allowsNull(older) ? [[older, notNull], [newer]] : [[older], [newer, notNull]];
}

/** The rule for a value of another type whose texts on the wire still fit; `undefined` if they do not. */
function sameTextRule(
  scope: Scope,
  sender: "caller" | "service",
  older: JsonObject,
  newer: JsonObject,
): RuleId | undefined {
  const isRequest = isFromCaller(scope, sender);
  const [sent, read] = isRequest ? [older, newer] : [newer, older];
  const isInOneText = formOf(sent, String(sent.in ?? "header")).explode !== true;
  const before = wireText(schemaOf(sent), "sent", isInOneText ? "one text" : "other");
  const after = readText(read);
  if (before === undefined || after === undefined) return undefined;
  if (!scope.schemas.fits([before], [after], rootComparison("plain"))) return undefined;
  if (!isRequest) return "response-header-text-kept";
  return isList(schemaOf(newer)) ? "parameter-became-list" : "parameter-text-kept";
}

/** The texts that the reader of a parameter understands: `q=1` is also a list of one item if lists are exploded. */
function readText(node: JsonObject): Schema | undefined {
  const form = formOf(node, String(node.in ?? "header"));
  const isExploded = node.in === "query" && form.style === "form" && form.explode === true;
  return wireText(schemaOf(node), "read", isExploded ? "exploded" : "other");
}

/** The schema of a parameter, header or media type; without one, every value is allowed. */
export function schemaOf(node: JsonObject): Schema {
  return isSchema(node.schema) ? node.schema : true;
}

/** The keys that define how a value is serialized. */
export const formKeys = [
  "style",
  "explode",
  "allowReserved",
  "allowEmptyValue",
  "content",
  "schema",
] as const;

/** How a value is serialized. */
interface Form {
  readonly style: string;
  /** `undefined` if it makes no difference. */
  readonly explode: boolean | undefined;
  readonly allowsReserved: boolean;
  readonly allowsEmpty: boolean;
  readonly media: string | undefined;
}

const defaultStyles: Readonly<Record<string, string>> = {
  query: "form",
  cookie: "form",
  path: "simple",
  header: "simple",
};

/** The serialization of a parameter or header, with OpenAPI's defaults filled in. */
export function formOf(node: JsonObject, place: string): Form {
  const [media] = Object.keys(objectOf(node.content));
  const schema = schemaOf(node);
  const written = typeof node.style === "string" ? node.style : (defaultStyles[place] ?? "simple");
  const isScalar = media === undefined && hasScalarsOnly(schema);
  const isQuery = place === "query" || place === "cookie";
  // Each style writes a single value as `q=1`.
  const style = isScalar && isQuery ? "form" : written;
  // `explode` does not matter for a single value, for `a,b,c`, or for `q[a]=1`, which has only one form.
  const isPlainList = written === "simple" && !canBe("object", schema);
  const hasOneForm = media !== undefined || isScalar || isPlainList || written === "deepObject";
  const isExploded = typeof node.explode === "boolean" ? node.explode : written === "form";
  return {
    style: media === undefined ? style : "content",
    explode: hasOneForm ? undefined : isExploded,
    allowsReserved: isQuery && node.allowReserved === true,
    allowsEmpty: place === "query" && node.allowEmptyValue === true,
    media,
  };
}

// A single value looks the same whatever style and explode say about several.
function hasScalarsOnly(schema: Schema): boolean {
  return !canBe("array", schema) && !canBe("object", schema);
}

function canBe(type: JsonType, schema: Schema): boolean {
  return alternativesOf([schema]).some((alternative) => alternative.types.includes(type));
}

/** Whether text written in the older form is still read correctly in the newer one. */
export function isFormKept(older: Form, newer: Form): boolean {
  const isSame = older.style === newer.style && older.media === newer.media;
  const isExplodeSame =
    older.explode === newer.explode || older.explode === undefined || newer.explode === undefined;
  const isLaxKept =
    (!older.allowsReserved || newer.allowsReserved) && (!older.allowsEmpty || newer.allowsEmpty);
  return isSame && isExplodeSame && isLaxKept;
}

function formText(form: Form): string {
  if (form.media) return form.media;
  const parts = [form.style, form.explode === undefined ? "" : form.explode ? "exploded" : "not exploded"];
  if (form.allowsReserved) parts.push("reserved characters allowed");
  if (form.allowsEmpty) parts.push("empty value allowed");
  return parts.filter(Boolean).join(", ");
}
