import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { Load, Target } from "./load.ts";
import type { Contender } from "./measure.ts";
import { benchOwner, computerId } from "./seed-database.ts";

/** A service that runs on a database of some size. */
export interface SizedService {
  readonly computers: number;
  readonly databasePath: string;
  readonly target: Target;
  readonly key: string;
  /** Keys of owners of 100 computers each. */
  readonly listKeys: readonly string[];
}

/** What is compared. */
export interface Compared {
  /** Smallest first; the middle one is held against the bare server. */
  readonly services: readonly [SizedService, SizedService, SizedService];
  readonly bare: Target;
  readonly prism: Target | undefined;
  readonly jwt: string;
}

/** More than are asked for often enough to stay in a cache. */
const sampledComputers = 50_000;
const list = "/api/v0/computers";

/** Every load on every server. */
export function contendersOf({ services, bare, prism, jwt }: Compared): readonly Contender[] {
  const [small, middle, large] = services;
  const get: Load = { method: "GET", tokens: [middle.key], paths: pathsOf(middle.computers) };
  const patch: Load = { ...get, method: "PATCH" };
  const listsWithSteps: Load = {
    method: "GET",
    tokens: middle.listKeys.slice(0, 1),
    paths: [`${list}?includeProvisioningSteps=true`],
  };
  const sized = ({ computers, key, target }: SizedService): Contender[] => {
    const there = { tokens: [key], paths: pathsOf(computers) };
    return [
      { name: `GET, ${count(computers)}`, load: { ...get, ...there }, target },
      { name: `PATCH, ${count(computers)}`, load: { ...patch, ...there }, target },
    ];
  };
  return [
    { name: "GET, bare", load: get, target: bare },
    { name: "GET, API key", load: get, target: middle.target },
    { name: "GET, JWT", load: { ...get, tokens: [jwt] }, target: middle.target },
    ...(prism ? [{ name: "GET, Prism", load: get, target: prism }] : []),
    { name: "List of 100, bare", load: listsWithSteps, target: bare },
    {
      name: "List of 100, uncached",
      load: { ...listsWithSteps, tokens: middle.listKeys },
      target: middle.target,
    },
    { name: "List of 100, remembered", load: listsWithSteps, target: middle.target },
    { name: "PATCH, bare", load: patch, target: bare },
    { name: "PATCH", load: patch, target: middle.target },
    ...sized(small),
    ...sized(large),
  ];
}

/** A size as the contenders' names have it. */
export function count(computers: number): string {
  return `10^${Math.round(Math.log10(computers))}`;
}

/** Every computer in turn, or a sample that is spread over all of them. */
function pathsOf(computers: number): string[] {
  const size = Math.min(computers, sampledComputers);
  return Array.from({ length: size }, (_, index) => {
    const chosen = Math.floor(((index + 0.5) * computers) / size);
    return `${list}/${computerId(chosen)}`;
  });
}

/** An issuer's public keys, and a token of it for the owner of the computers. */
export async function issueJwt(issuer: string, audience: string): Promise<{ jwks: string; jwt: string }> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwt = await new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: "bench" })
    .setSubject(benchOwner)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime("2h")
    .sign(privateKey);
  const key = { ...(await exportJWK(publicKey)), kid: "bench", alg: "ES256" };
  return { jwks: JSON.stringify({ keys: [key] }), jwt };
}
