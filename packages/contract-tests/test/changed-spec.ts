import { apiOf } from "@compute-host/openapi";
import { type JsonObject, type Rule, rulesOf, valueAt } from "@compute-host/openapi/model";
import { type ContractApi, createContractApi } from "../src/openapi/contract-api.ts";
import { loadApi } from "../src/openapi/load-api.ts";
import type { RuleId } from "../src/openapi/rules.gen.ts";

/** Returns the description with other words for some rules, or without them for an empty text. */
export function withWords(rules: readonly Rule[], wordsOf: (rule: Rule) => string): ContractApi {
  const document = structuredClone(loadApi().document);
  for (const rule of rules) {
    const holder = valueAt(document, rule.pointer.replace(/\/description$/, "")) as { description: string };
    holder.description = holder.description.replace(rule.text, () => wordsOf(rule));
  }
  return contractApiOf(document);
}

function contractApiOf(document: JsonObject): ContractApi {
  return createContractApi(
    apiOf(document as never),
    rulesOf(document).map(({ id }) => id as RuleId),
  );
}

/** Words that share none with the description; a decision stays marked as one. */
export function otherWords({ text }: Rule): string {
  return text.startsWith("**Decision:**") ? "**Decision:** reworded." : "Reworded.";
}
