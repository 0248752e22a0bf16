import { randomBytes } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import type { Reason } from "./acts.ts";
import { ada, nightly, type Principal } from "./computers.ts";

/** The tokens that a suite needs: API keys, and JWTs, which `jose` signs and verifies. */
export type Credentials = Awaited<ReturnType<Tokens["issue"]>>;

/** The tokens of a host, and whose they are. */
export class Tokens {
  readonly #keys = new Map<string, Principal | "revoked">();
  readonly #secret = randomBytes(32);

  /** Issues a JWT of the first owner, an API key of the second, and an API key and a JWT that are no longer valid. */
  async issue() {
    const [otherToken, revokedToken] = [this.#newKey(nightly), this.#newKey("revoked")];
    const [token, expiredToken] = [await this.#newJwt(ada, 3600), await this.#newJwt(ada, -3600)];
    return { token, otherToken, revokedToken, expiredToken };
  }

  /** Returns whose a token is, or why it is refused. */
  async principalOf(token: string): Promise<Principal | Reason> {
    const found = this.#keys.get(token);
    if (found !== undefined) return found;
    try {
      const { payload } = await jwtVerify(token, this.#secret);
      return { id: payload.sub ?? "", kind: String(payload.kind) };
    } catch (error) {
      return error instanceof errors.JWTExpired ? "expired" : "unknown";
    }
  }

  #newKey(owner: Principal | "revoked"): string {
    const key = `chk_${randomBytes(24).toString("base64url")}`;
    this.#keys.set(key, owner);
    return key;
  }

  #newJwt({ id, kind }: Principal, forSeconds: number): Promise<string> {
    const expiry = Math.floor(Date.now() / 1000) + forSeconds;
    const jwt = new SignJWT({ kind }).setProtectedHeader({ alg: "HS256", typ: "JWT" });
    return jwt.setSubject(id).setExpirationTime(expiry).sign(this.#secret);
  }
}
