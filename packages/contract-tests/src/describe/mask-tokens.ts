import { base64, variableOf } from "../openapi/credentials.ts";
import type { Target } from "../targets/target.ts";

/** Replaces every occurrence of a target's secrets with the variable that holds the secret. */
export function maskTokens<Value>(value: Value, target: Target): Value {
  const others = Object.entries(target.credentials ?? {});
  const secrets: [secret: string | undefined, name: string][] = [
    ...others.map(([scheme, secret]): [string, string] => [secret, `$${variableOf(scheme)}`]),
    [target.token, "$CONTRACT_TOKEN"],
    [target.otherToken, "$CONTRACT_OTHER_TOKEN"],
    [target.revokedToken, "$CONTRACT_REVOKED_TOKEN"],
    [target.expiredToken, "$CONTRACT_EXPIRED_TOKEN"],
  ];
  const names = secrets.flatMap(([secret, name]): typeof secrets =>
    secret?.includes(":")
      ? [
          [base64(secret), name],
          [secret, name],
        ]
      : [[secret, name]],
  );
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
