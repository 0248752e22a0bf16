import type { Target } from "../targets/target.ts";

/** Replaces every occurrence of a target's tokens with the variable that holds the token. */
export function maskTokens<Value>(value: Value, target: Target): Value {
  const names: [token: string | undefined, name: string][] = [
    [target.token, "$CONTRACT_TOKEN"],
    [target.otherToken, "$CONTRACT_OTHER_TOKEN"],
    [target.revokedToken, "$CONTRACT_REVOKED_TOKEN"],
    [target.expiredToken, "$CONTRACT_EXPIRED_TOKEN"],
  ];
  const mask = (text: string) =>
    names.reduce((masked, [token, name]) => (token ? masked.replaceAll(token, name) : masked), text);
  return mapTexts(value, mask) as Value;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}
