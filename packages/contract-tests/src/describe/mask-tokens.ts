import type { Target } from "../targets/target.ts";

// A shorter token is part of many words.
const shortestAnywhere = 8;

/**
 * Replaces every occurrence of a target's tokens with the variable that holds the token. A short token counts only as a
 * whole word.
 */
export function maskTokens<Value>(value: Value, target: Target): Value {
  const names: [token: string | undefined, name: string][] = [
    [target.token, "$CONTRACT_TOKEN"],
    [target.otherToken, "$CONTRACT_OTHER_TOKEN"],
    [target.revokedToken, "$CONTRACT_REVOKED_TOKEN"],
    [target.expiredToken, "$CONTRACT_EXPIRED_TOKEN"],
  ];
  // One token may begin with another: the longest goes first.
  const tokens = names.flatMap(([token]) => token || []).sort((a, b) => b.length - a.length);
  if (tokens.length === 0) return value;
  const pattern = new RegExp(tokens.map(patternOf).join("|"), "g");
  const nameOf = (found: string) => names.find(([token]) => token === found)?.[1] ?? found;
  return mapTexts(value, (text) => text.replaceAll(pattern, nameOf)) as Value;
}

function patternOf(token: string): string {
  const escaped = token.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return token.length < shortestAnywhere ? `(?<!\\w)${escaped}(?!\\w)` : escaped;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}
