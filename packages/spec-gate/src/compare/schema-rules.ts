import type { ReasonKind } from "../schema/reason.ts";
import { nextMajor, type Rule, rule } from "./rule.ts";

type Texts = readonly [lost: string, gained: string, instead: string];

const schemaTexts: Record<ReasonKind, { request: Texts; response: Texts }> = {
  type: texts(
    "this type is no longer accepted",
    "another type is accepted",
    "accept the old type beside the new one",
    "another type can be sent",
    "fewer types are sent",
    "keep the type; send the new one in another field",
  ),
  values: texts(
    "these values are no longer accepted",
    "more values are accepted",
    "go on accepting the old values",
    "values can be sent that readers do not know",
    "fewer values are sent",
    "send new values only in an open string (`x-extensible-enum`) or a new field",
  ),
  bound: texts(
    "fewer numbers are accepted",
    "more numbers are accepted",
    "keep the old bound",
    "numbers beyond the old bound can be sent",
    "the numbers sent have a narrower bound",
    "keep the old bound",
  ),
  "multiple-of": texts(
    "only other multiples are accepted",
    "more numbers are accepted",
    "keep accepting the old multiples",
    "other multiples can be sent",
    "the numbers sent are limited to multiples",
    "keep sending the old multiples",
  ),
  length: texts(
    "fewer lengths are accepted",
    "more lengths are accepted",
    "keep the old bound",
    "lengths beyond the old bound can be sent",
    "the texts sent have a narrower bound",
    "keep the old bound",
  ),
  pattern: texts(
    "texts that matched are refused",
    "more texts are accepted",
    "only loosen a request's pattern",
    "texts can be sent that did not match before",
    "the texts sent match a narrower pattern",
    "only tighten a response's pattern",
  ),
  format: texts(
    "texts of another format are refused",
    "more formats are accepted",
    "accept the old format too",
    "texts of another format can be sent",
    "the texts sent have a format now",
    "keep the format; send the new one in another field",
  ),
  "content-encoding": texts(
    "the text is decoded in another way",
    "other encodings are accepted",
    "keep the encoding",
    "the text is encoded in another way",
    "the text sent has an encoding now",
    "keep the encoding",
  ),
  "item-count": texts(
    "fewer item counts are accepted",
    "more item counts are accepted",
    "keep the old bound",
    "item counts beyond the old bound can be sent",
    "the item counts sent have a narrower bound",
    "keep the old bound",
  ),
  "unique-items": texts(
    "equal items are refused",
    "equal items are accepted",
    "accept equal items",
    "equal items can be sent",
    "the items sent are unique",
    "keep the items unique",
  ),
  "items-contained": texts(
    "an item of a kind must be there",
    "no item of a kind need be there",
    "keep accepting arrays without it",
    "an item of a kind may be missing",
    "an item of a kind is always sent",
    "keep sending it",
  ),
  "property-count": texts(
    "fewer property counts are accepted",
    "more property counts are accepted",
    "keep the old bound",
    "property counts beyond the old bound can be sent",
    "the property counts sent have a narrower bound",
    "keep the old bound",
  ),
  "property-required": texts(
    "the property is required now",
    "the property became optional",
    "keep it optional and say what leaving it out means",
    "the property may be missing now",
    "the property is always sent",
    "go on sending it always",
  ),
  "property-removed": texts(
    "the property is no longer known",
    "an optional property was added",
    nextMajor,
    "the property is no longer sent",
    "a property was added",
    nextMajor,
  ),
  "property-closed": texts(
    "the property is refused",
    "the property is accepted",
    "go on accepting the property",
    "a property is sent that the schema had ruled out",
    "a property is no longer sent",
    "leave `additionalProperties: false` out of responses from the start",
  ),
  "properties-closed": texts(
    "other properties are refused",
    "other properties are accepted",
    "go on accepting other properties",
    "other properties can be sent though the schema had ruled them out",
    "no other properties are sent",
    "keep the object closed",
  ),
  "property-names": texts(
    "fewer property names are accepted",
    "more property names are accepted",
    "keep accepting the old names",
    "other property names can be sent",
    "the property names sent are narrower",
    "keep the names as they are",
  ),
  dependency: texts(
    "the property asks for others now",
    "the property no longer asks for others",
    "keep accepting it alone",
    "the property may come without the others",
    "the property always comes with others",
    "keep sending them together",
  ),
  not: texts(
    "values are ruled out that were accepted",
    "fewer values are ruled out",
    "go on accepting them",
    "values can be sent that were ruled out",
    "values are ruled out",
    "keep ruling them out",
  ),
  "one-of": texts(
    "values that fit two alternatives are refused",
    "values that fit two alternatives are accepted",
    "use `anyOf`, or make the alternatives exclude each other",
    "values that fit two alternatives can be sent",
    "values fit one alternative only",
    "keep the alternatives apart",
  ),
  discriminator: texts(
    "the variant is told in another way",
    "more variants can be told",
    "keep the discriminator's property and mapping",
    "the variant is told in another way",
    "more variants can be told",
    "keep the discriminator's property and mapping",
  ),
  default: texts(
    "leaving the property out means something else now",
    "a default was documented",
    "keep the default; offer the new behaviour under a value that callers choose",
    "the default changed",
    "a default was documented",
    "nothing",
  ),
  "open-values": texts(
    "a known value of an open set is no longer listed",
    "a known value of an open set was added",
    "nothing: the set is open",
    "a known value of an open set is no longer listed",
    "a known value of an open set was added",
    "nothing: the set is open",
  ),
  "too-complex": texts(
    "the schema changed and has too many alternatives to be compared",
    "the schema changed and has too many alternatives to be compared",
    "change fewer alternatives at a time, or split the schema",
    "the schema changed and has too many alternatives to be compared",
    "the schema changed and has too many alternatives to be compared",
    "change fewer alternatives at a time, or split the schema",
  ),
};

function texts(a: string, b: string, c: string, d: string, e: string, f: string) {
  return { request: [a, b, c], response: [d, e, f] } as const;
}

/** A rule for each reason, in requests and in responses. */
export function schemaRules(): Record<string, Rule> {
  const entries = Object.entries(schemaTexts).flatMap(([kind, { request, response }]) => [
    [`request-${kind}`, rule("callers", ...request, impactOf(kind))] as const,
    [`response-${kind}`, rule("readers", ...response, impactOf(kind))] as const,
  ]);
  return Object.fromEntries(entries.filter(([id]) => !impossible.includes(id)));
}

// A request's property that is ruled out has been removed, and a default is what a caller leaves out.
const impossible = ["request-property-closed", "response-default"];

/** Those who use an open set cope with values that they do not know. */
function impactOf(kind: string): "minor" | "major" {
  return kind === "open-values" ? "minor" : "major";
}
