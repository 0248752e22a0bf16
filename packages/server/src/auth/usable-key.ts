import { createPublicKey, type JsonWebKey } from "node:crypto";

/** The smallest RSA key that verifies ([RFC 7518, section 3.3](https://www.rfc-editor.org/rfc/rfc7518#section-3.3)), in bits. */
const minModulusLength = 2048;

/** Whether a key of a JWKS can verify the signature of a JWT. */
export function isUsableKey({
  use = "sig",
  key_ops: operations = ["verify"],
  alg = "ES256",
  ...jwk
}: Jwk): boolean {
  if (use !== "sig" || !operations.includes("verify") || !/^((RS|PS|ES)\d|Ed)/.test(alg)) return false;
  try {
    const { asymmetricKeyType = "", asymmetricKeyDetails } = createPublicKey({ key: jwk, format: "jwk" });
    const { modulusLength = minModulusLength } = asymmetricKeyDetails ?? {};
    return /^(rsa|ec|ed25519)$/.test(asymmetricKeyType) && modulusLength >= minModulusLength;
  } catch {
    return false;
  }
}

/** A JSON Web Key ([RFC 7517, section 4](https://www.rfc-editor.org/rfc/rfc7517#section-4)). */
interface Jwk extends JsonWebKey {
  readonly use?: string;
  readonly key_ops?: string[];
  readonly alg?: string;
}
