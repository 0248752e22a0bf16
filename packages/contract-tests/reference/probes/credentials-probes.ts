import { Agent } from "node:http";
import type { credentialsBugs } from "../bugs/credentials-bugs.ts";
import type { Credentials } from "../credentials.ts";
import { seedIds as ids } from "../seed-computers.ts";
import type { Api, Probe, Probes, Received } from "./api.ts";
import { statusIsNot } from "./expectations.ts";

const anonymous = { authorization: null };

/** Lists computers with some credentials. */
function listWith(api: Api, header: (credentials: Credentials) => string): Promise<Received> {
  return api.list("", { authorization: header(api.reference.credentials) });
}

/** Detects credentials that get the wrong status. */
const gets = (status: number, header: (credentials: Credentials) => string): Probe =>
  statusIsNot(status, (api) => listWith(api, header));

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Replaces the header of a JWT and keeps its claims and signature. */
function forged(jwt: string, head: unknown): string {
  const [, claims, signature] = jwt.split(".");
  return `${encode(head)}.${claims}.${signature}`;
}

/** Changes the claims of a JWT after it was signed. */
function tampered(jwt: string): string {
  const [head, claims = "", signature] = jwt.split(".");
  const changed = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), admin: true };
  return `${head}.${encode(changed)}.${signature}`;
}

/** Detects two refusals with different texts. */
function wordsDiffer(one: (credentials: Credentials) => string): Probe {
  return async (api) => {
    const refused = await listWith(api, one);
    const usual = await api.list("", anonymous);
    return refused.body.detail !== usual.body.detail;
  };
}

export const credentialsProbes: Probes<typeof credentialsBugs> = {
  "list-without-credentials": statusIsNot(401, (api) => api.list("", anonymous)),
  "get-without-credentials": statusIsNot(401, (api) => api.get(ids.active, anonymous)),
  "update-without-credentials": statusIsNot(401, (api) => api.update(ids.active, {}, anonymous)),
  "retry-without-credentials": statusIsNot(401, (api) => api.retry(ids.installFailed, anonymous)),
  "head-without-credentials": statusIsNot(401, (api) => api.head(ids.active, anonymous)),
  "any-token-accepted": gets(401, () => "Bearer nonsense"),
  "revoked-token-accepted": gets(401, ({ revokedToken }) => `Bearer ${revokedToken}`),
  "expired-token-accepted": gets(401, ({ expiredToken }) => `Bearer ${expiredToken}`),
  "other-scheme-accepted": gets(401, ({ token }) => `Token ${token}`),
  "bare-token-accepted": gets(401, ({ token }) => token),
  "lower-case-scheme-refused": gets(200, ({ token }) => `bearer ${token}`),
  "truncated-token-accepted": gets(401, ({ token }) => `Bearer ${token.slice(0, -1)}`),
  "longer-token-accepted": gets(401, ({ token }) => `Bearer ${token}x`),
  "token-case-ignored": gets(401, ({ token }) => `Bearer ${token.toUpperCase()}`),
  "words-after-token-ignored": gets(401, ({ token }) => `Bearer ${token} more`),
  "empty-token-is-500": gets(401, () => "Bearer "),
  "non-ascii-token-is-500": gets(401, () => "Bearer tök"),
  "garbled-jwt-is-500": gets(401, () => "Bearer a.b.c"),
  "jwt-refused": gets(200, ({ jwt }) => `Bearer ${jwt}`),
  "jwt-signature-unchecked": gets(401, ({ otherToken }) => `Bearer ${tampered(otherToken)}`),
  "jwt-algorithm-none-accepted": gets(
    401,
    ({ otherToken }) => `Bearer ${forged(otherToken, { alg: "none" })}`,
  ),
  "jwt-subject-ignored": async (api) => (await api.foreign.get(ids.active)).status !== 404,
  "unauthenticated-is-403": statusIsNot(401, (api) => api.list("", anonymous)),
  "revoked-token-is-403": gets(401, ({ revokedToken }) => `Bearer ${revokedToken}`),
  "malformed-credentials-are-400": gets(401, () => "nonsense"),
  "challenge-missing": async (api) =>
    (await api.list("", anonymous)).headers["www-authenticate"] === undefined,
  "challenge-is-basic": async (api) => {
    const challenge = String((await api.list("", anonymous)).headers["www-authenticate"]);
    return !challenge.startsWith("Bearer");
  },
  "revoked-token-told-apart": wordsDiffer(({ revokedToken }) => `Bearer ${revokedToken}`),
  "expired-token-told-apart": wordsDiffer(({ expiredToken }) => `Bearer ${expiredToken}`),
  "token-repeated-in-problem": wordsDiffer(() => "Bearer nonsense"),
  "connection-stays-authenticated": async (api) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await api.list("", { agent });
    const { status } = await api.list("", { agent, ...anonymous });
    agent.destroy();
    return status !== 401;
  },
  "token-in-query-accepted": statusIsNot(401, (api) =>
    api.list(`?access_token=${api.reference.credentials.token}`, anonymous),
  ),
};
