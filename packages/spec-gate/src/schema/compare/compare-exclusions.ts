import { fingerprint } from "../../document/fingerprint.ts";
import { arrayOf, isObject, shortText } from "../../json-value.ts";
import { alternativeAccepts } from "../alternatives/accepts.ts";
import type { Alternative, Schema, Variant } from "../alternatives/alternative.ts";
import { alternativesOf } from "../alternatives/alternatives.ts";
import { unionDiscriminator } from "../alternatives/discriminator.ts";
import { areAlternativesDisjoint } from "../alternatives/disjoint.ts";
import { exampleOf } from "../alternatives/example.ts";
import { objectView } from "../alternatives/object-view.ts";
import { type Comparison, plainly, reason, type SchemaContext } from "./comparison.ts";
import { constantsOf, labelOf, type Pairing } from "./pair-alternatives.ts";
import type { Reason, ReasonKind } from "./reason.ts";

/** The alternatives to compare, and how their siblings were paired. */
export interface Fit {
  readonly a: Alternative;
  readonly b: Alternative;
  readonly comparison: Comparison;
  readonly context: SchemaContext;
  readonly pairing: Pairing | undefined;
}

/** Finds values that fitted one member of a `oneOf` before and now fit two, which `oneOf` rejects. */
export function compareExclusions(fit: Fit): Reason[] {
  const { a, b, comparison } = fit;
  if (comparison.direction === "plain") {
    const both = b.exclusions.filter((other) => !isRuledOut(other, fit, a.exclusions, "plain"));
    return both.length > 0 ? [reason(comparison, "one-of")] : [];
  }
  const reasons = b.variants
    .filter(({ isExclusive }) => isExclusive)
    .flatMap((variant) => siblingsOf(variant).map((sibling) => compareSibling(sibling, variant, fit)));
  const firstOf = (kind: ReasonKind) => reasons.find((each) => each?.kind === kind);
  // What is certain before what is only possible.
  const worst = firstOf("one-of") ?? firstOf("overlap");
  return worst ? [worst] : [];
}

function compareSibling(sibling: Schema, { union, member }: Variant, fit: Fit): Reason | undefined {
  const { a, comparison } = fit;
  // No value fits one member only if another is the same.
  if (sibling === member) {
    const isLost = comparison.direction === "request" && !isRuledOut(sibling, fit, a.exclusions, "plain");
    return isLost ? reason(comparison, "one-of") : undefined;
  }
  const isExclusive = a.variants.some((variant) => variant.isExclusive);
  const isInclusive = a.variants.some((variant) => arrayOf(variant.union.anyOf).length > 1);
  // An `anyOf` that became a `oneOf` rejects what fits two members, even if both are unchanged.
  if (isInclusive && !isExclusive) {
    return isRuledOut(sibling, fit, a.exclusions, "plain") ? undefined : reason(comparison, "one-of");
  }
  const isInA = isMemberOfA(sibling, fit);
  // A member from before accepts no more values than it did, unless it lost the constant that told it apart.
  if (isInA && !hasLostConstant(sibling, fit)) return undefined;
  // A discriminator tells a new member apart, as long as each member declares its own value.
  if (!isInA && unionDiscriminator(union)) return undefined;
  // A variant that is no longer sent is reported as removed.
  if (!isInA && comparison.direction === "response") return undefined;
  if (isRuledOut(sibling, fit, a.exclusions, comparison.direction)) return undefined;
  const example = exampleOfBoth(sibling, fit);
  const text = example === undefined ? "" : `, such as ${shortText(example)}`;
  // Not the two versions, but the two members that now overlap.
  const sides = { a: labelOf(fit.b), b: `${siblingLabel(sibling, fit)}${text}` };
  const isCertain = isInA || example !== undefined || isContained(sibling, fit);
  return reason(comparison, isCertain ? "one-of" : "overlap", sides);
}

function siblingsOf({ union, member }: Variant): Schema[] {
  const members = arrayOf(union.oneOf) as Schema[];
  const own = members.indexOf(member);
  return members.filter((_, index) => index !== own);
}

/** Whether the member also exists next to the compared one of `a`. */
function isMemberOfA(member: Schema, { a, pairing }: Fit): boolean {
  const isPaired = (pairing?.pairs ?? []).some(([, other]) =>
    other.variants.some((variant) => variant.member === member),
  );
  if (isPaired || !isObject(member)) return isPaired;
  return a.variants.some(({ union }) =>
    arrayOf(union.oneOf).some((other) => isObject(other) && fingerprint(other) === fingerprint(member)),
  );
}

/** Whether the member no longer declares its own value of the property. */
function hasLostConstant(member: Schema, { pairing }: Fit): boolean {
  const propertiesOf = (alternative: Alternative) =>
    constantsOf(alternative).map((key) => key.slice(0, key.indexOf(":")));
  const pair = pairing?.pairs.find(([, other]) => other.variants.some((each) => each.member === member));
  if (!pair) return false;
  const [inA, inB] = pair.map(propertiesOf);
  return (inA ?? []).some((property) => !inB?.includes(property));
}

/** Whether one of the two contains the other, so that some values certainly fit both. */
function isContained(sibling: Schema, { b, comparison, context }: Fit): boolean {
  // Variants go from the outermost in: the last is the alternative itself.
  const own = b.variants.at(-1)?.member;
  if (own === undefined) return false;
  const fits = (one: Schema, other: Schema) => context.fits([one], [other], plainly(comparison));
  return fits(sibling, own) || fits(own, sibling);
}

/** Finds a value with only declared properties that was accepted before and now fits both members. */
function exampleOfBoth(sibling: Schema, { a, b, comparison }: Fit): unknown {
  const others = alternativesOf([sibling]).filter(({ types }) => types[0] === a.types[0]);
  const candidates = [a, b, ...others].map((each) => exampleOf(each));
  const view = objectView(a, comparison.direction);
  return candidates.find(
    (value) =>
      alternativeAccepts(a, value) &&
      alternativeAccepts({ ...b, exclusions: [] }, value) &&
      others.some((other) => alternativeAccepts(other, value)) &&
      (!isObject(value) || Object.keys(value).every((name) => view.isDeclared(name))),
  );
}

function siblingLabel(sibling: Schema, { pairing }: Fit): string {
  const all = [...(pairing?.onlyB ?? []), ...(pairing?.pairs ?? []).map(([, other]) => other)];
  const named = all.find(({ variants }) => variants.some(({ member }) => member === sibling));
  const [first] = named ? [named] : alternativesOf([sibling]);
  return first ? labelOf(first) : "another alternative";
}

/**
 * Whether no value of the alternative fits the schema, because of what the alternative excludes or of its other
 * keywords.
 *
 * @param exclusions schemas that no value of the alternative fits
 */
export function isRuledOut(
  schema: Schema,
  { a, comparison, context }: Pick<Fit, "a" | "comparison" | "context">,
  exclusions: readonly Schema[],
  direction: Comparison["direction"],
): boolean {
  const plain = plainly(comparison);
  if (exclusions.some((other) => context.fits([schema], [other], plain))) return true;
  return alternativesOf([schema]).every((each) => areAlternativesDisjoint(a, each, direction));
}
