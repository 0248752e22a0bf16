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

/** The service on PostgreSQL, with the computers and owners of the middle one of the others. */
export interface PostgresServices {
  /** First process of PostgreSQL. */
  readonly databasePid: number;
  readonly nodes: readonly [Target, Target];
  /** The contender that handles each PATCH in its own transaction. */
  readonly transactions: Target;
  readonly key: string;
  readonly listKeys: readonly string[];
}

/** The contenders. */
export interface Compared {
  /** Smallest first; the middle one is held against the bare server. */
  readonly services: readonly [SizedService, SizedService, SizedService];
  readonly bare: Target;
  readonly prism: Target;
  readonly postgres: PostgresServices | undefined;
  readonly jwt: string;
}

/** Too many to stay in a cache. */
const sampledComputers = 50_000;
const list = "/api/v0/computers";
const listWithSteps = `${list}?includeProvisioningSteps=true`;

/** Every load on every server. */
export function contendersOf(compared: Compared): readonly Contender[] {
  const { services, bare, prism, jwt, postgres } = compared;
  const [small, middle, large] = services;
  const get: Load = { method: "GET", tokens: [middle.key], paths: pathsOf(middle.computers) };
  const patch: Load = { ...get, method: "PATCH" };
  const lists: Load = { method: "GET", tokens: middle.listKeys, paths: [listWithSteps] };
  const one = (name: string, load: Load, target: Target): Contender => ({ name, load, targets: [target] });
  const sized = ({ computers, key, target }: SizedService): Contender[] => {
    const there = { tokens: [key], paths: pathsOf(computers) };
    return [
      one(`GET, ${count(computers)}`, { ...get, ...there }, target),
      one(`PATCH, ${count(computers)}`, { ...patch, ...there }, target),
    ];
  };
  return [
    one("GET, bare", get, bare),
    one("GET, API key", get, middle.target),
    one("GET, JWT", { ...get, tokens: [jwt] }, middle.target),
    one("GET, Prism", get, prism),
    one("List of 100, bare", lists, bare),
    one("List of 100, uncached", lists, middle.target),
    one("List of 100, remembered", { ...lists, tokens: lists.tokens.slice(0, 1) }, middle.target),
    one("PATCH, bare", patch, bare),
    one("PATCH", patch, middle.target),
    ...sized(small),
    ...sized(large),
    ...(postgres ? postgresContenders(postgres, get.paths) : []),
  ];
}

function postgresContenders(postgres: PostgresServices, paths: readonly string[]): readonly Contender[] {
  const { nodes, transactions, key, listKeys, databasePid } = postgres;
  const [first] = nodes;
  const get: Load = { method: "GET", tokens: [key], paths };
  const patch: Load = { ...get, method: "PATCH" };
  const lists: Load = { method: "GET", tokens: listKeys, paths: [listWithSteps] };
  return [
    { name: "GET, PostgreSQL", load: get, targets: [first], databasePid },
    { name: "GET, PostgreSQL, two nodes", load: get, targets: nodes, databasePid },
    { name: "List of 100, PostgreSQL", load: lists, targets: [first], databasePid },
    { name: "PATCH, PostgreSQL", load: patch, targets: [first], databasePid },
    { name: "PATCH, PostgreSQL, two nodes", load: patch, targets: nodes, databasePid },
    { name: "PATCH, a transaction each", load: patch, targets: [transactions], databasePid },
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
