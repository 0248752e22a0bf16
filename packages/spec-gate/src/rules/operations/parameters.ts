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
  directionAt,
  inner,
  inPart,
  removal,
  removalIf,
  type Scope,
  schemaRemovals,
  turnedAt,
} from "./scope.ts";
import { isList, wireText } from "./wire-text.ts";

/** Finds what an operation's parameters lose. */
export function compareParameters(scope: Scope, base: Operation, revision: Operation): Removal[] {
  const kept = base.parameters.flatMap((parameter) => {
    const match = revision.parameters.find((other) => other.key === parameter.key);
    const place = inner(scope, `${parameter.place} parameter ${parameter.name}`);
    if (!match && hasOtherUnknown(revision, base)) return [];
    if (!match)
      return [
        removal(place, "parameter-removed", {
          ...spotIn(base, parameter, "base"),
          revisionNode: revision.node,
          revisionKeys: ["parameters"],
          ...sharedSpots(scope, parameter, "base"),
        }),
      ];
    return compareParameter(place, parameter, match);
  });
  const added = revision.parameters
    .filter(
      // A variable of the path was always sent; declaring it demands nothing new.
      ({ isRequired, place, key }) =>
        isRequired && place !== "path" && !base.parameters.some((other) => other.key === key),
    )
    .map((parameter) =>
      removal(inner(scope, `${parameter.place} parameter ${parameter.name}`), "parameter-required", {
        base: "absent",
        revision: "required",
        baseNode: base.node,
        ...spotIn(revision, parameter, "revision"),
        baseKeys: ["parameters"],
        ...sharedSpots(scope, parameter, "revision"),
      }),
    );
  return [...kept, ...(scope.isReversed || hasOtherUnknown(base, revision) ? [] : added)];
}

/** The places of a shared parameter, of which one version has another or none: it changed once, for all operations. */
function sharedSpots({ base, revision }: Scope, { node }: Parameter, side: "base" | "revision") {
  const [own, other] = side === "base" ? [base, revision] : [revision, base];
  const [root, section = "", name = ""] = own.originOf(node)?.pointer ?? [];
  const others = objectOf(other.root.components)[section];
  const match = valueAt(others, [name]) ?? others ?? other.root;
  // Its operations lost a parameter that others still have.
  if (root !== "components" || (isObject(match) && sameIdentity(match, node))) return {};
  const otherSide = side === "base" ? "revision" : "base";
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
function spotIn({ node }: Operation, parameter: Parameter, side: "base" | "revision") {
  const index = arrayOf(node.parameters).indexOf(parameter.node);
  const [shown, path] = index < 0 ? [parameter.node, []] : [node, ["parameters", String(index)]];
  return { [`${side}Node`]: shown, [`${side}Path`]: path };
}

function compareParameter(scope: Scope, base: Parameter, revision: Parameter): Removal[] {
  const nodes = { baseNode: base.node, revisionNode: revision.node };
  const [a, b] = turnedAt(scope, "caller", [base, revision]);
  const needed = { base: shortRequired(base), revision: shortRequired(revision), keys: ["required"] };
  const isRenamed = ["path", "querystring"].includes(base.place) && base.name !== revision.name;
  const names = { base: base.name, revision: revision.name, keys: ["name"] };
  const [baseForm, revisionForm] = [formOf(base.node, base.place), formOf(revision.node, revision.place)];
  const forms = { base: formText(baseForm), revision: formText(revisionForm), keys: formKeys };
  const part = inPart(scope, [base.place, base.name], true);
  return [
    ...removalIf(b.isRequired && !a.isRequired, scope, "parameter-required", { ...needed, ...nodes }),
    ...removalIf(isRenamed, scope, "path-parameter-renamed", { ...names, ...nodes }),
    ...deprecationWithdrawn(scope, base.node, revision.node),
    ...removalIf(!isFormKept(baseForm, revisionForm), scope, "parameter-serialization-changed", {
      ...forms,
      ...nodes,
    }),
    ...parameterDefault(scope, base, revision),
    ...compareValue(part, "caller", base.node, revision.node),
  ];
}

function shortRequired(parameter: Parameter): string {
  return parameter.isRequired ? "required" : "optional";
}

function parameterDefault(scope: Scope, base: Parameter, revision: Parameter): Removal[] {
  if (scope.isReversed || (base.isRequired && revision.isRequired)) return [];
  const baseDefault = annotationOf([schemaOf(base.node)], "default");
  const revisionDefault = annotationOf([schemaOf(revision.node)], "default");
  const isChanged = compareDefaults(baseDefault, revisionDefault, rootComparison("request")).length > 0;
  const nodes = { baseNode: base.node.schema, revisionNode: revision.node.schema, keys: ["default"] };
  const texts = { base: shortText(baseDefault), revision: shortText(revisionDefault) };
  return removalIf(isChanged, scope, "parameter-default-changed", { ...texts, ...nodes });
}

/** Finds what the value of a parameter or header loses. */
export function compareValue(
  scope: Scope,
  sender: "caller" | "service",
  base: JsonObject,
  revision: JsonObject,
): Removal[] {
  if (isObject(base.content) || isObject(revision.content)) {
    // A schema that became a media type, or the reverse, is another form, which is reported as such.
    if (!isObject(base.content) || !isObject(revision.content)) return [];
    return compareContent(scope, sender, base.content, revision.content);
  }
  const around = [base, revision] as const;
  const [baseSchemas, revisionSchemas] = withoutNull(schemaOf(base), schemaOf(revision));
  const removals = schemaRemovals(scope, sender, baseSchemas, revisionSchemas, around);
  const [first] = removals;
  if (!first || removals.every(({ rule }) => !isBlocking(rules[rule].impact))) return removals;
  const rule = sameTextRule(scope, sender, base, revision);
  if (rule === undefined) return removals;
  // Without a place, no value that shows the change is searched for: the texts still fit.
  const { place: _place, ...rest } = first;
  return [{ ...rest, rule, at: scope.at }];
}

const notNull: Schema = { type: types.filter((type) => type !== "null") };

/** The text of a parameter or header cannot be null: a null that only one version allows is not on the wire. */
function withoutNull(base: Schema, revision: Schema): [Conjunction, Conjunction] {
  const allowsNull = (schema: Schema) => canBe("null", schema);
  if (allowsNull(base) === allowsNull(revision)) return [[base], [revision]];
  return allowsNull(base) ? [[base, notNull], [revision]] : [[base], [revision, notNull]];
}

/** The rule for a value of another type whose texts on the wire still fit; `undefined` if they do not. */
function sameTextRule(
  scope: Scope,
  sender: "caller" | "service",
  base: JsonObject,
  revision: JsonObject,
): RuleId | undefined {
  const [a, b] = turnedAt(scope, sender, [base, revision]);
  const isInOneText = formOf(a, String(a.in ?? "header")).explode !== true;
  const textA = wireText(schemaOf(a), "sent", isInOneText ? "one text" : "other");
  const textB = readText(b);
  if (textA === undefined || textB === undefined) return undefined;
  if (!scope.schemas.fits([textA], [textB], rootComparison("plain"))) return undefined;
  if (directionAt(scope, sender) === "response") return "response-header-text-kept";
  return isList(schemaOf(revision)) ? "parameter-became-list" : "parameter-text-kept";
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

/** Whether text written in the form of the base is still read correctly in that of the revision. */
export function isFormKept(base: Form, revision: Form): boolean {
  const isSame = base.style === revision.style && base.media === revision.media;
  const isExplodeSame =
    base.explode === revision.explode || base.explode === undefined || revision.explode === undefined;
  const isLaxKept =
    (!base.allowsReserved || revision.allowsReserved) && (!base.allowsEmpty || revision.allowsEmpty);
  return isSame && isExplodeSame && isLaxKept;
}

function formText(form: Form): string {
  if (form.media) return form.media;
  const parts = [form.style, form.explode === undefined ? "" : form.explode ? "exploded" : "not exploded"];
  if (form.allowsReserved) parts.push("reserved characters allowed");
  if (form.allowsEmpty) parts.push("empty value allowed");
  return parts.filter(Boolean).join(", ");
}
