import type { RuleId } from "../compare/rules.ts";

const names: ReadonlySet<string> = new Set<RuleId>([
  ...(["operation-removed", "operation-id-changed", "webhook-removed", "callback-removed"] as const),
  ...(["parameter-removed", "body-removed", "server-removed", "request-media-type-removed"] as const),
  ...(["response-removed", "response-media-type-removed", "response-header-removed"] as const),
  ...(["request-property-removed", "response-property-removed", "webhook-media-type-added"] as const),
  ...(["request-discriminator-changed", "response-discriminator-changed"] as const),
  ...(["security-tightened", "security-scheme-changed", "request-open-values-removed"] as const),
]);
const without: ReadonlySet<string> = new Set<RuleId>([
  ...(["parameter-serialization-changed", "response-header-serialization-changed"] as const),
  ...(["request-encoding-changed", "parameter-default-changed", "request-default-changed"] as const),
  ...(["response-removed", "response-range-removed", "error-response-removed"] as const),
  ...(["response-added", "error-response-added"] as const),
]);

/** Whether the rule is about a name that callers or readers go by, without which nothing is left to send or read. */
export function isAboutName(rule: string): boolean {
  return names.has(rule);
}

/** Whether no value can show the rule: the same one means something else, is written in another way, or is not sent. */
export function isWithoutValue(rule: string): boolean {
  return without.has(rule);
}
