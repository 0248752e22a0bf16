import type { ContractApi } from "./contract-api.ts";

/** A rule as a report shows it. */
export interface QuotedRule {
  /** The words of the description on one line, without the marks of bold text. */
  readonly text: string;
  /** JSON Pointer to the description. */
  readonly pointer: string;
}

/** Whose rule it is: the interface's, or this project's where the interface leaves a point open. */
export type Basis = "interface" | "decision";

/**
 * A number in the ID marks a decision of the description. Every error is one too, because the interface defines none.
 */
export function basisOf({ rules }: Pick<ContractApi, "rules">, id: string | undefined): Basis {
  const { pointer = "" } = rules.get(id ?? "") ?? {};
  const isOfError =
    /^\/components\/(responses|schemas\/(Problem|Violation))(\/|$)|\/responses\/([45]|default)/.test(pointer);
  return id?.includes("#") || isOfError ? "decision" : "interface";
}

/** Quotes a rule, unless the description lacks it. */
export function quoted({ rules }: ContractApi, id: string | undefined): QuotedRule | undefined {
  const rule = rules.get(id ?? "");
  return rule && { text: rule.text.replaceAll("**", "").replaceAll(/\s+/g, " "), pointer: rule.pointer };
}
