// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shown to a shell, which expands them.
import type { Authorization } from "../../../http/carried-credentials.ts";
import type { Target } from "../../../targets/target.ts";

/** A JWT with the algorithm `none`, which no service may accept. */
const unsignedJwt = `${encoded({ alg: "none", typ: "JWT" })}.${encoded({ sub: "usr_8d2kq1", exp: 4102444800 })}.`;

/** Credentials that are not a token, or tokens that no service knows. */
export const unknownCredentials: readonly Authorization[] = [
  "",
  "\u00e9",
  "Bearer",
  "Bearer ",
  "Bearer one two",
  "Bearer nobody",
  "Bearer null",
  "Bearer undefined",
  "Bearer %00",
  "Bearer *",
  "Bearer ' or 1=1 --",
  "Bearer \u00e9\u00fc\u00ff",
  "Bearer \t",
  "Bearer ,",
  "Bearer =",
  "Bearer a.b.c",
  "Bearer ..",
  "Basic dXNlcjpwYXNz",
  "Digest username=x",
  `Bearer ${"x".repeat(2_000)}`,
  `Bearer ${unsignedJwt}`,
].map((value) => ({ value, shown: value }));

/** Returns the valid token with schemes other than Bearer, or without a scheme. */
export function otherSchemes({ token }: Target): Authorization[] {
  const pairs = ["%s:", ":%s", "user:%s", "%s:x-oauth-basic", "%s"];
  const starts = [
    "",
    "Basic ",
    "Token ",
    "ApiKey ",
    "Digest ",
    "Bearer",
    "XBearer ",
    "Bearers ",
    "Bearer: ",
    "Bearer=",
  ];
  return [
    ...starts.map((start) => ({ value: start + token, shown: `${start}$CONTRACT_TOKEN` })),
    ...pairs.map((pair) => ({
      value: `Basic ${Buffer.from(pair.replace("%s", () => token)).toString("base64")}`,
      shown: `Basic $(printf ${pair} $CONTRACT_TOKEN | base64 -w0)`,
    })),
  ];
}

/** Returns credentials that are nearly the valid one. */
export function nearMissesOf({
  token,
  otherToken = "",
}: Pick<Target, "token" | "otherToken">): Authorization[] {
  return nearTokens(token, otherToken).map(([value, shown]) => ({
    value: `Bearer ${value}`,
    shown: `Bearer ${shown}`,
  }));
}

/** Returns the valid token with each of its characters changed in turn, and in other spellings. */
export function respeltTokensOf({ token }: Pick<Target, "token">): Authorization[] {
  const escaped = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
  const toEscapes = "od -An -v -tx1 | tr -d '[:space:]' | sed 's/../%&/g'";
  const otherCase = (letter: string) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  const swapCase = "tr 'a-zA-Z' 'A-Za-z'";
  // In the words of a shell.
  const before = (index: number) => `\${CONTRACT_TOKEN:0:${index}}`;
  const after = (index: number) => `\${CONTRACT_TOKEN:${index}}`;
  const half = Math.floor(token.length / 2);
  const first = Math.max(token.search(/[a-z]/i), 0);
  const respelt: [string, string][] = [
    [token.replaceAll(/./g, escaped), `$(printf %s $CONTRACT_TOKEN | ${toEscapes})`],
    [token.replace(/./, escaped), `$(printf %.1s $CONTRACT_TOKEN | ${toEscapes})\${CONTRACT_TOKEN#?}`],
    [
      token.replace(/.$/, escaped),
      `\${CONTRACT_TOKEN%?}$(printf %s ${after(token.length - 1)} | ${toEscapes})`,
    ],
    [
      token.replace(/[a-z]/i, otherCase),
      `${before(first)}$(printf %.1s ${after(first)} | ${swapCase})${after(first + 1)}`,
    ],
    [
      token.slice(0, half) + token.slice(half).replaceAll(/[a-z]/gi, otherCase),
      `${before(half)}$(printf %s ${after(half)} | ${swapCase})`,
    ],
    ...[...token].map((letter, index): [string, string] => {
      // Stands for other bits in base64, even where a decoder ignores some.
      const other = /[A-Za-f]/.test(letter) ? "9" : "A";
      return [
        token.slice(0, index) + other + token.slice(index + 1),
        before(index) + other + after(index + 1),
      ];
    }),
  ];
  return respelt
    .filter(([value]) => canonical(value) !== canonical(token))
    .map(([value, shown]) => ({ value: `Bearer ${value}`, shown: `Bearer ${shown}` }));
}

function nearTokens(token: string, otherToken: string): [value: string, shown: string][] {
  const half = Math.floor(token.length / 2);
  const misses: [value: string, shown: string][] = [
    [token.slice(0, -1), "${CONTRACT_TOKEN%?}"],
    [token.slice(0, -4), "${CONTRACT_TOKEN%????}"],
    [token.slice(1), "${CONTRACT_TOKEN#?}"],
    [token.slice(0, half), "${CONTRACT_TOKEN:0:${#CONTRACT_TOKEN}/2}"],
    [token.slice(0, 8), "${CONTRACT_TOKEN:0:8}"],
    [`${token}x`, "${CONTRACT_TOKEN}x"],
    [`${token}=`, "${CONTRACT_TOKEN}="],
    [`x${token}`, "x$CONTRACT_TOKEN"],
    [`${token}${token}`, "$CONTRACT_TOKEN$CONTRACT_TOKEN"],
    [`${token} ${token}`, "$CONTRACT_TOKEN $CONTRACT_TOKEN"],
    [`${token} x`, "$CONTRACT_TOKEN x"],
    [`x ${token}`, "x $CONTRACT_TOKEN"],
    ...[",", ";", "; x=1", "+", "%20", "%0A", "%00"].map((end): [string, string] => [
      token + end,
      `\${CONTRACT_TOKEN}${end}`,
    ]),
    [`"${token}"`, '"$CONTRACT_TOKEN"'],
    [`token=${token}`, "token=$CONTRACT_TOKEN"],
    [token.toUpperCase(), "${CONTRACT_TOKEN^^}"],
    [token.toLowerCase(), "${CONTRACT_TOKEN,,}"],
    ...tamperedJwts(token, "CONTRACT_TOKEN"),
    ...tamperedJwts(otherToken, "CONTRACT_OTHER_TOKEN"),
  ];
  return misses.filter(([value]) => value !== "" && canonical(value) !== canonical(token));
}

/**
 * Decoders of base64url may ignore padding, and the bits after the last whole byte: the signature of a JWT stays the
 * same.
 */
function canonical(token: string): string {
  const [, signed = "", signature = ""] = /^([\w-]+\.[\w-]+\.)([\w-]+)=*$/.exec(token) ?? [];
  return signed === "" ? token : signed + Buffer.from(signature, "base64url").toString("base64url");
}

/** Returns versions of a JWT with other claims, another algorithm or no signature; empty for other tokens. */
function tamperedJwts(token: string, name: string): [string, string][] {
  const [header, claims, signature, ...more] = token.split(".");
  const decoded = decodedClaims(claims);
  if (!header || !signature || more.length > 0 || !decoded) return [];
  const changed = encoded({ ...decoded, exp: 4102444800, sub: `${decoded.sub}x` });
  const later = encoded({ ...decoded, exp: 4102444801 });
  const none = encoded({ alg: "none", typ: "JWT" });
  return [
    [`${header}.${changed}.${signature}`, "the JWT with another subject and the same signature"],
    [`${header}.${later}.${signature}`, "the JWT with another expiry and the same signature"],
    [`${header}.${claims}.`, `\${${name}%.*}.`],
    [`${header}.${claims}`, `\${${name}%.*}`],
    [`${none}.${claims}.`, `${none}.$(printf %s $${name} | cut -d. -f2).`],
    [`${none}.${claims}.${signature}`, `${none}.\${${name}#*.}`],
    [`${header}.${claims}.${"A".repeat(signature.length)}`, `\${${name}%.*}.${"A".repeat(signature.length)}`],
  ];
}

function decodedClaims(claims = ""): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(claims, "base64url").toString());
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
