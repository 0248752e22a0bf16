import { apiOf } from "@compute-host/openapi";
import { type Rule, valueAt } from "@compute-host/openapi/model";
import { type ContractApi, createContractApi } from "../src/openapi/contract-api.ts";
import { loadApi } from "../src/openapi/load-api.ts";

/** Returns the description with other words for some rules, or without them for an empty text. */
export function withWords(rules: readonly Rule[], wordsOf: (rule: Rule) => string): ContractApi {
  const document = structuredClone(loadApi().document);
  for (const rule of rules) {
    const holder = valueAt(document, rule.pointer.replace(/\/description$/, "")) as { description: string };
    holder.description = holder.description.replace(rule.text, () => wordsOf(rule));
  }
  return createContractApi(apiOf(document as never));
}

/** Words that share none with the description; a decision stays marked as one. */
export function otherWords({ text }: Rule): string {
  return text.startsWith("**Decision:**") ? "**Decision:** reworded." : "Reworded.";
}
