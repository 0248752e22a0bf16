import type { BugId } from "./bugs/bugs.ts";
import type { Principal } from "./credentials.ts";
import type { Exchange, Operation } from "./exchange.ts";
import { verifyJwt } from "./jwt.ts";
import { ProblemError } from "./problem.ts";
import { skipsCredentials } from "./route.ts";
import type { World } from "./world.ts";

/** Why credentials are refused; the correct implementation never reveals it. */
type Refusal = "missing" | "malformed" | "unknown" | "revoked" | "expired";

class RefusalError extends Error {
  override readonly name = "RefusalError";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

const unguarded: Readonly<Record<Operation, BugId>> = {
  listComputers: "list-without-credentials",
  getComputer: "get-without-credentials",
  updateComputer: "update-without-credentials",
  retryInstallDeps: "retry-without-credentials",
};

/** Returns the principal of a request, or fails with 401. */
export function authenticate(world: World, exchange: Exchange): Principal {
  const header = exchange.request.headers.authorization;
  const anybody = principalWithoutHeader(world, exchange, header);
  if (anybody) return anybody;
  try {
    const token = bearerToken(world, header);
    const principal = principalOf(world, token);
    world.flaws.authenticatedSockets.add(exchange.request.socket);
    return principal;
  } catch (error) {
    if (error instanceof RefusalError) throw unauthenticated(world, error.refusal, header);
    throw error;
  }
}

function principalWithoutHeader(world: World, exchange: Exchange, header: string | undefined) {
  const { operation, method, search, request } = exchange;
  const [first] = world.issuer.principals;
  if (skipsCredentials(world, exchange.rawPath)) return first;
  if (header !== undefined) return undefined;
  if (operation && method !== "HEAD" && world.bug(unguarded[operation])) return first;
  if (method === "HEAD" && world.bug("head-without-credentials")) return first;
  if (world.bug("connection-stays-authenticated")) {
    return world.flaws.authenticatedSockets.has(request.socket) ? first : undefined;
  }
  const inQuery = new URLSearchParams(search).get("access_token");
  if (inQuery && world.bug("token-in-query-accepted")) return principalOf(world, inQuery);
  return undefined;
}

function bearerToken(world: World, header: string | undefined): string {
  if (header === undefined) throw new RefusalError("missing");
  if (world.bug("empty-token-is-500") && /^Bearer *$/i.test(header)) throw new ProblemError("internal-error");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the bug concerns everything outside ASCII.
  const isOutsideAscii = /[^\x00-\x7f]/.test(header);
  if (world.bug("non-ascii-token-is-500") && isOutsideAscii) throw new ProblemError("internal-error");
  if (world.bug("bare-token-accepted") && !header.includes(" ")) return header;
  if (world.bug("other-scheme-accepted")) return header.replace(/^\S+ +/, "");
  if (world.bug("words-after-token-ignored")) {
    const [scheme, token] = header.split(" ");
    if (scheme === "Bearer" && token) return token;
  }
  const pattern = world.bug("lower-case-scheme-refused")
    ? /^Bearer +([\w.~+/-]+=*)$/
    : /^Bearer +([\w.~+/-]+=*)$/i;
  const token = pattern.exec(header)?.[1];
  if (token === undefined) throw new RefusalError("malformed");
  return token;
}

function principalOf(world: World, token: string): Principal {
  const [first] = world.issuer.principals;
  if (token.split(".").length === 3) return principalOfJwt(world, token);
  const key = findKey(world, token);
  if (key === undefined) {
    if (world.bug("any-token-accepted")) return first;
    throw new RefusalError("unknown");
  }
  if (key.isRevoked && !world.bug("revoked-token-accepted")) throw new RefusalError("revoked");
  return key.principal;
}

function findKey(world: World, token: string) {
  const { apiKeys } = world.issuer;
  const exact = apiKeys.get(token);
  if (exact) return exact;
  const matches = (key: string): boolean =>
    (world.bug("truncated-token-accepted") && token.length >= 8 && key.startsWith(token)) ||
    (world.bug("longer-token-accepted") && token.startsWith(key)) ||
    (world.bug("token-case-ignored") && key.toLowerCase() === token.toLowerCase());
  return [...apiKeys].find(([key, { isRevoked }]) => !isRevoked && matches(key))?.[1];
}

function principalOfJwt(world: World, token: string): Principal {
  if (world.bug("jwt-refused")) throw new RefusalError("unknown");
  const claims = verifyJwt(token, world.issuer.jwtSecret, {
    skipsSignature: world.bug("jwt-signature-unchecked"),
    allowsNone: world.bug("jwt-algorithm-none-accepted"),
  });
  if (claims === undefined) {
    if (world.bug("garbled-jwt-is-500")) throw new ProblemError("internal-error");
    if (world.bug("any-token-accepted")) return world.issuer.principals[0];
    throw new RefusalError("unknown");
  }
  if (claims.exp * 1000 <= Date.now() && !world.bug("expired-token-accepted"))
    throw new RefusalError("expired");
  if (world.bug("jwt-subject-ignored")) return world.issuer.principals[0];
  return { id: claims.sub, kind: claims.kind };
}

function unauthenticated(world: World, refusal: Refusal, header: string | undefined): ProblemError {
  const detail = detailOf(world, refusal, header);
  const words = detail === undefined ? {} : { detail };
  if (world.bug("malformed-credentials-are-400") && refusal === "malformed") {
    return new ProblemError("malformed-request", { status: 400, ...words });
  }
  const status = statusFor(world, refusal);
  if (world.bug("challenge-missing")) return new ProblemError("unauthenticated", { status, ...words });
  const challenge = world.variant("challenge-parameters")
    ? 'Bearer realm="compute", error="invalid_token", error_description="Send a valid token"'
    : "Bearer";
  const scheme = world.bug("challenge-is-basic") ? 'Basic realm="compute"' : challenge;
  return new ProblemError("unauthenticated", { status, ...words, headers: { "WWW-Authenticate": scheme } });
}

function statusFor(world: World, refusal: Refusal): number {
  if (world.bug("unauthenticated-is-403")) return 403;
  return world.bug("revoked-token-is-403") && refusal === "revoked" ? 403 : 401;
}

function detailOf(world: World, refusal: Refusal, header: string | undefined): string | undefined {
  if (refusal === "revoked" && world.bug("revoked-token-told-apart")) return "This API key was revoked.";
  if (refusal === "expired" && world.bug("expired-token-told-apart")) return "jwt expired";
  if (header && world.bug("token-repeated-in-problem")) return `The credentials ${header} are not valid.`;
  return undefined;
}
