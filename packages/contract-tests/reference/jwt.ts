import { createHmac, timingSafeEqual } from "node:crypto";

/** The claims of a reference token. */
export interface Claims {
  readonly sub: string;
  readonly kind: string;
  /** In seconds since the Unix epoch. */
  readonly exp: number;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** Decodes a part of a token. */
export const decode = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));

function signatureOf(signed: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(signed).digest();
}

/** Creates a JWT signed with HS256. */
export function signJwt(claims: Claims, secret: string): string {
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${signatureOf(signed, secret).toString("base64url")}`;
}

/** Returns the claims of a token with a valid signature; does not check their expiry. */
export function verifyJwt(token: string, secret: string): Claims | undefined {
  const [head = "", body = "", signature = ""] = token.split(".");
  try {
    const { alg } = decode(head) as { readonly alg?: unknown };
    const claims = decode(body) as Claims;
    // Compare the text too, because the decoder ignores characters outside the encoding.
    const expected = signatureOf(`${head}.${body}`, secret);
    const given = Buffer.from(signature, "base64url");
    const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
    return alg === "HS256" && isGenuine && signature === expected.toString("base64url") ? claims : undefined;
  } catch {
    return undefined;
  }
}
