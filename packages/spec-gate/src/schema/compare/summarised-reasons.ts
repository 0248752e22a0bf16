import { shortText } from "../../json-value.ts";
import type { Alternative } from "../alternatives/alternative.ts";
import { type Comparison, reason } from "./comparison.ts";
import type { Reason } from "./reason.ts";
import type { Found } from "./schema-pair.ts";

// With more values than this, the message counts them and names only the ones that differ.
const maxListed = 8;

/** Merges the reasons into one for all missing types and one for all missing values. */
export function summarised(
  reasons: readonly Found[],
  a: readonly Alternative[],
  b: readonly Alternative[],
  comparison: Comparison,
): Found[] {
  const isHere = (each: Found) => each.at.length === 0 && each.nodes === comparison.nodes;
  const typesLost = reasons.filter(
    (each): each is Reason => isHere(each) && each.kind === "type" && each.b === undefined,
  );
  const valuesLost = reasons.filter((each): each is Reason => isHere(each) && each.kind === "values");
  // If whole types are missing, narrowing numbers to integers is part of that reason.
  const isPart = (each: Found) => typesLost.length > 0 && isHere(each) && each.kind === "type";
  const others = reasons.filter((each) => !isPart(each) && !(isHere(each) && each.kind === "values"));
  const summary: Found[] = [];
  if (typesLost.length > 0) {
    summary.push(
      reason(comparison, "type", { a: typesText(a), b: typesText(b), between: typesLost[0]?.between }),
    );
  }
  if (valuesLost.length > 0) {
    const lost = [...new Set(valuesLost.map((each) => each.a ?? ""))];
    summary.push(
      reason(comparison, "values", {
        a: valuesText(a, lost),
        b: valuesText(b),
        between: valuesLost[0]?.between,
      }),
    );
  }
  return [...summary, ...others];
}

function typesText(alternatives: readonly Alternative[]): string {
  const names = alternatives.map((alternative) =>
    alternative.isInteger && alternative.types[0] === "number" ? "integer" : alternative.types[0],
  );
  const unique = [...new Set(names)];
  if (unique.length === 6) return "any type";
  return unique.join(" or ") || "nothing";
}

/** Formats the listed values; if there are many, only those that the other side lacks. */
function valuesText(alternatives: readonly Alternative[], lost: readonly string[] = []): string {
  const texts = alternatives.flatMap(({ values, types: [type] }) => {
    return values?.map(shortText) ?? [type === "null" ? type : `any ${type}`];
  });
  const unique = [...new Set(texts)];
  if (unique.length <= maxListed) return unique.join(", ") || "none";
  const named = lost.length > 0 ? lost : unique;
  const more = named.length > maxListed ? ", ..." : "";
  return `${unique.length} values${lost.length > 0 ? " with " : ": "}${named.slice(0, maxListed).join(", ")}${more}`;
}
