import { readFileSync, statSync } from "node:fs";
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from "jose";

/** How old a fetched key set may get before it is fetched again. */
const remoteMaxAgeMs = 10 * 60 * 1000;
/** How long a key set from a URL is left alone after a fetch, whatever tokens come in. */
const remoteCooldownMs = 30 * 1000;
/** How often the file is looked at while tokens come in. */
const fileCheckIntervalMs = 500;

/** The public keys of an issuer, which follow the rotation of their source. */
export interface JwkSet {
  /** Finds the key that a token names. */
  readonly getKey: JWTVerifyGetKey;
  /** A number that changes whenever the keys do. Cheap; it also sets off a refresh that is due. */
  revision(): number;
}

/** Options of {@link openJwkSet}. */
export interface JwkSetOptions {
  /** Milliseconds since the Unix epoch. @default Date.now */
  readonly now?: () => number;
  /** Is told of a source that cannot be read; the keys that were read before stay in force. */
  readonly onError?: (error: Error) => void;
}

/**
 * Opens the key set of an issuer.
 *
 * @param source an `http:` or `https:` URL, or the path of a JWKS file.
 * @throws Error when a file cannot be read or is no JWKS; a URL is first asked when a token comes.
 */
export function openJwkSet(source: string, options: JwkSetOptions = {}): JwkSet {
  return /^https?:\/\//i.test(source) ? openRemote(new URL(source), options) : openFile(source, options);
}

function openFile(path: string, { now = Date.now, onError }: JwkSetOptions): JwkSet {
  let current = readJwks(path);
  let version = fileVersion(path);
  let checkedAt = now();
  let revision = 0;

  function reload(): void {
    checkedAt = now();
    try {
      const found = fileVersion(path);
      if (found === version) return;
      current = readJwks(path);
      version = found;
      revision += 1;
    } catch (error) {
      onError?.(error as Error);
    }
  }

  return {
    async getKey(header, token) {
      try {
        return await current(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        reload();
        return current(header, token);
      }
    },
    revision() {
      const age = now() - checkedAt;
      if (age >= fileCheckIntervalMs || age < 0) reload();
      return revision;
    },
  };
}

function openRemote(url: URL, { now = Date.now, onError }: JwkSetOptions): JwkSet {
  const remote = createRemoteJWKSet(url, { cacheMaxAge: remoteMaxAgeMs, cooldownDuration: remoteCooldownMs });
  let seen: string | undefined;
  let refreshedAt = now();
  let revision = 0;

  function compare(): void {
    const keys = remote.jwks();
    const text = keys && JSON.stringify(keys);
    if (text === seen) return;
    if (seen !== undefined) revision += 1;
    seen = text;
    refreshedAt = now();
  }

  return {
    async getKey(header, token) {
      try {
        return await remote(header, token);
      } catch (error) {
        if (!isAboutToken(error)) onError?.(error as Error);
        throw error;
      } finally {
        compare();
      }
    },
    revision() {
      if (now() - refreshedAt >= remoteMaxAgeMs) {
        refreshedAt = now();
        remote.reload().then(compare, (error: Error) => onError?.(error));
      }
      return revision;
    },
  };
}

/** The keys were read, and the token fits none of them, or does not say which. */
function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}

function readJwks(path: string): JWTVerifyGetKey {
  try {
    return createLocalJWKSet(JSON.parse(readFileSync(path, "utf8")) as JSONWebKeySet);
  } catch (cause) {
    throw new Error(`The JWKS file ${path} cannot be used: ${(cause as Error).message}`, { cause });
  }
}

/** The inode is part of it because a rotation by rename may keep size and time. */
function fileVersion(path: string): string {
  const { ino, mtimeMs, size } = statSync(path);
  return `${ino} ${mtimeMs} ${size}`;
}
