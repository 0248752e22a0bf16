import { verifyJwt } from "./jwt.ts";
import { ProblemError } from "./problem.ts";
import { part } from "./world.ts";

/** Whose request it is. */
export const authentication = part({
  credentials() {
    return this.issuer.credentials;
  },

  /** Returns the principal of a request, or fails with 401. */
  authenticate({ request }) {
    const { authorization } = request.headers;
    if (authorization === undefined) throw this.unauthenticated("missing", "");
    const token = this.bearerToken(authorization);
    const found = token === undefined ? "malformed" : this.principalOf(token);
    if (typeof found === "string") throw this.unauthenticated(found, authorization);
    return found;
  },

  bearerToken(authorization) {
    return /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
  },

  principalOf(token) {
    if (token.split(".").length === 3) return this.principalOfJwt(token);
    const key = this.findKey(token);
    if (key === undefined) return "unknown";
    return key.isRevoked ? "revoked" : key.principal;
  },

  findKey(token) {
    return this.issuer.apiKeys.get(token);
  },

  principalOfJwt(token) {
    const claims = this.claimsOf(token);
    if (claims === undefined) return "unknown";
    return claims.exp * 1000 <= Date.now() ? "expired" : { id: claims.sub, kind: claims.kind };
  },

  claimsOf(token) {
    return verifyJwt(token, this.issuer.jwtSecret);
  },

  /** The response is the same for every reason. */
  unauthenticated() {
    return new ProblemError("unauthenticated", { headers: { "WWW-Authenticate": this.challenge() } });
  },

  challenge() {
    return "Bearer";
  },
});
