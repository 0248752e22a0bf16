import { readFileSync, statSync } from "node:fs";
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import type { MaybePromise } from "../computers/computer-store.ts";
import { AuthenticationUnavailableError } from "./authenticator.ts";

/** How long keys stay valid while their source cannot be read, in milliseconds. */
const maxStaleMs = 24 * 60 * 60 * 1000;
const fetchTimeoutMs = 5_000;
const maxBytes = 1024 * 1024;

/** The public keys of an issuer; they follow its rotation. */
export interface JwkSet {
  /** Finds the key that a token names. @throws AuthenticationUnavailableError when no keys are known. */
  readonly getKey: JWTVerifyGetKey;
  /** A number that changes whenever the keys do. Cheap. Also triggers a refresh when one is due. */
  revision(): number;
}

/** Options of {@link openJwkSet}. */
export interface JwkSetOptions {
  /** Milliseconds of a monotonic clock: a clock that is set makes no keys old. @default performance.now */
  readonly now?: () => number;
  /**
   * Called with the reason when the source can no longer be read, and with `undefined` when it can again. A URL that sends no
   * keys cannot be read either.
   */
  readonly onStateChange?: (failure: string | undefined) => void;
}

/** Where keys come from, with times in milliseconds. */
interface KeySource {
  /** What a person calls it. */
  readonly name: string;
  /** Reads a JWKS. */
  readonly read: () => MaybePromise<string>;
  /** How old the keys may get, while tokens arrive, before they are read again. */
  readonly maxAgeMs: number;
  /** Shortest time between two reads, failed ones included. */
  readonly cooldownMs: number;
  /** Whether it is read at once. Whoever empties a file wants no JWT to be accepted; an issuer that lost its keys does not. */
  readonly isFile: boolean;
}

/**
 * Opens the key set of an issuer. jose's own remote set is not used: it accepts nothing while the issuer is away, follows the
 * clock of the machine, and reads a body of any size.
 *
 * @param source an `http:` or `https:` URL, or the path of a JWKS file.
 * @throws Error when a file cannot be read or is not a JWKS; a URL is first fetched when a token arrives.
 */
export function openJwkSet(source: string, options: JwkSetOptions = {}): JwkSet {
  const isFile = !/^https?:\/\//i.test(source);
  const keySource: KeySource = isFile
    ? { name: `The JWKS file ${source}`, read: () => readFile(source), maxAgeMs: 500, cooldownMs: 0, isFile }
    : {
        name: `The JWKS at ${source}`,
        read: () => fetchText(source),
        maxAgeMs: 10 * 60 * 1000,
        cooldownMs: 30 * 1000,
        isFile,
      };
  return followKeys(keySource, options);
}

function followKeys(source: KeySource, options: JwkSetOptions): JwkSet {
  const { now = () => performance.now(), onStateChange = () => {} } = options;
  let keys: JWTVerifyGetKey | undefined;
  let text: string | undefined;
  let hasFailed = false;
  let revision = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;

  const isOlder = (time: number, limitMs: number) => now() - time >= limitMs;
  const describe = (error: unknown) => `${source.name} cannot be used: ${(error as Error).message}`;

  function report(failure: string | undefined): void {
    if (hasFailed !== (failure !== undefined)) onStateChange(failure);
    hasFailed = failure !== undefined;
  }

  /** @throws Error when the text is not a JWKS of public keys, or has no key and has to have one. */
  function accept(found: string): void {
    if (found !== text) {
      const keySet = JSON.parse(found) as JSONWebKeySet;
      const getKey = createLocalJWKSet(keySet);
      // Such a key verifies nothing, and whoever can read the set can sign with it.
      if (keySet.keys.some(({ d }) => d !== undefined))
        throw new Error("it contains a private key; replace that key, and publish only its public part");
      if (keySet.keys.length === 0 && !source.isFile) throw new Error("it has no keys");
      keys = getKey;
      if (text !== undefined) revision += 1;
      text = found;
    }
    readAt = now();
    report(undefined);
  }

  /** Reads the source again, unless it was a moment ago. */
  function refresh(): MaybePromise<void> {
    if (refreshing !== undefined || !isOlder(triedAt, source.cooldownMs)) return refreshing;
    triedAt = now();
    const fail = (error: unknown) => report(describe(error));
    try {
      const found = source.read();
      if (!(found instanceof Promise)) return accept(found);
      refreshing = found
        .then(accept)
        .catch(fail)
        .finally(() => {
          refreshing = undefined;
        });
    } catch (error) {
      fail(error);
    }
    return refreshing;
  }

  if (source.isFile) {
    try {
      accept(source.read() as string);
    } catch (cause) {
      throw new Error(describe(cause), { cause });
    }
  }
  return {
    async getKey(header, token) {
      if (isOlder(readAt, maxStaleMs)) await refresh();
      if (keys === undefined || isOlder(readAt, maxStaleMs)) throw new AuthenticationUnavailableError();
      try {
        return await keys(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        // An unknown key may be new.
        await refresh();
        return keys(header, token);
      }
    },
    revision() {
      if (keys !== undefined && isOlder(readAt, source.maxAgeMs)) void refresh();
      // Keys that are too old verify nothing, so tokens that they verified are forgotten too.
      return keys !== undefined && isOlder(readAt, maxStaleMs) ? -1 : revision;
    },
  };
}

/** @throws Error for what would stop the service while it is read: a pipe, or far more than keys. */
function readFile(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error("it is not a file");
  if (stats.size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
  return readFileSync(path, "utf8");
}

/** Follows no redirect and reads a limited number of bytes: the issuer is trusted for keys, not for our memory. */
async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, {
    headers: { accept: "application/jwk-set+json, application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(fetchTimeoutMs),
  });
  if (response.status !== 200 || response.body === null) throw new Error(`it sent ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`it sent more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
