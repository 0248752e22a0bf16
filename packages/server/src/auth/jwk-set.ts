import { readFileSync, statSync } from "node:fs";
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { AuthenticationUnavailableError } from "./authenticator.ts";
import { isUsableKey } from "./usable-key.ts";

/** How old a fetched key set may get before it is fetched again, in milliseconds. */
export const maxAgeMs = 10 * 60 * 1000;
/** How long keys stay valid while their source cannot be read, in milliseconds. */
export const maxStaleMs = 24 * 60 * 60 * 1000;
/** Shortest time between two fetches of a URL, failed ones included, in milliseconds. */
export const cooldownMs = 30 * 1000;
/** How often the file is checked while tokens arrive, in milliseconds. */
const fileCheckIntervalMs = 500;
export const fetchTimeoutMs = 5_000;
const monotonicNow = () => performance.now();
export const maxBytes = 1024 * 1024;

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
   * usable key cannot be read either. The last known keys of a URL stay valid for a day.
   */
  readonly onStateChange?: (failure: string | undefined) => void;
}

/**
 * Opens the key set of an issuer.
 *
 * @param source an `http:` or `https:` URL, or the path of a JWKS file.
 * @throws Error when a file cannot be read or is not a JWKS; a URL is first fetched when a token arrives.
 */
export function openJwkSet(source: string, options: JwkSetOptions = {}): JwkSet {
  return /^https?:\/\//i.test(source) ? openRemote(new URL(source), options) : openFile(source, options);
}

/** The latest keys, and the outcome of each attempt to read them. */
class KnownKeys {
  readonly #onStateChange: (failure: string | undefined) => void;
  #text: string | undefined;
  #failure: string | undefined;
  getKey: JWTVerifyGetKey | undefined;
  revision = 0;

  constructor({ onStateChange = () => {} }: JwkSetOptions) {
    this.#onStateChange = onStateChange;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** @throws Error when the text is not a JWKS of public keys, or has no usable key and has to have one. */
  accept(text: string, { mayLackKeys }: { readonly mayLackKeys: boolean }): void {
    if (text !== this.#text) {
      const keySet = JSON.parse(text) as JSONWebKeySet;
      const getKey = createLocalJWKSet(keySet);
      // Such a key verifies nothing, and whoever can read the set can sign with it.
      if (keySet.keys.some(({ d }) => d !== undefined))
        throw new Error("it contains a private key; replace that key, and publish only its public part");
      if (!mayLackKeys && !keySet.keys.some(isUsableKey))
        throw new Error("the JWKS has no key that verifies a signature");
      this.getKey = getKey;
      if (this.#text !== undefined) this.revision += 1;
      this.#text = text;
    }
    this.#report(undefined);
  }

  fail(error: unknown): void {
    this.#report((error as Error).message);
  }

  #report(failure: string | undefined): void {
    if ((failure === undefined) !== (this.#failure === undefined)) this.#onStateChange(failure);
    this.#failure = failure;
  }
}

function openFile(path: string, options: JwkSetOptions): JwkSet {
  const { now = monotonicNow } = options;
  const known = new KnownKeys(options);
  let version = "";
  let checkedAt = 0;

  function read(): void {
    checkedAt = now();
    try {
      const found = fileVersion(path);
      // The version is kept only once its content was accepted: a half-written file is read again.
      if (found !== version || known.hasFailed)
        // Whoever empties the file wants no JWT to be accepted.
        known.accept(readFileSync(path, "utf8"), { mayLackKeys: true });
      version = found;
    } catch (cause) {
      throw new Error(`The JWKS file ${path} cannot be used: ${(cause as Error).message}`, { cause });
    }
  }

  function readAgain(): void {
    try {
      read();
    } catch (error) {
      known.fail(error);
    }
  }

  read();
  return {
    getKey: (header, token) =>
      withRefresh(
        () => keyOf(known, header, token),
        async () => readAgain(),
      ),
    revision() {
      if (now() - checkedAt >= fileCheckIntervalMs) readAgain();
      return known.revision;
    },
  };
}

function openRemote(url: URL, options: JwkSetOptions): JwkSet {
  const { now = monotonicNow } = options;
  const known = new KnownKeys(options);
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;

  function refresh(): Promise<void> {
    triedAt = now();
    refreshing ??= fetchText(url)
      .then((text) => {
        // An issuer whose keys are lost has not revoked them.
        known.accept(text, { mayLackKeys: false });
        readAt = now();
      })
      .catch((error: unknown) => known.fail(error))
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  }

  const isOlder = (time: number, limitMs: number) => now() - time >= limitMs;

  return {
    async getKey(header, token) {
      if (isOlder(readAt, maxStaleMs) && (refreshing !== undefined || isOlder(triedAt, cooldownMs)))
        await refresh();
      if (known.getKey === undefined || isOlder(readAt, maxStaleMs))
        throw new AuthenticationUnavailableError();
      return withRefresh(
        () => keyOf(known, header, token),
        async () => {
          if (refreshing !== undefined || isOlder(triedAt, cooldownMs)) await refresh();
        },
      );
    },
    revision() {
      const isDue = known.getKey !== undefined && isOlder(readAt, maxAgeMs) && isOlder(triedAt, cooldownMs);
      if (isDue && refreshing === undefined) void refresh();
      return known.revision;
    },
  };
}

/** An unknown key may be new: read the source again, once. */
async function withRefresh<Key>(find: () => Promise<Key>, refresh: () => Promise<void>): Promise<Key> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    await refresh();
    return find();
  }
}

async function keyOf(
  known: KnownKeys,
  ...args: Parameters<JWTVerifyGetKey>
): Promise<Awaited<ReturnType<JWTVerifyGetKey>>> {
  if (known.getKey === undefined) throw new AuthenticationUnavailableError();
  return known.getKey(...args);
}

/** Follows no redirect and reads a limited number of bytes: the issuer is trusted for keys, not for our memory. */
async function fetchText(url: URL): Promise<string> {
  const response = await fetch(url, {
    headers: { accept: "application/jwk-set+json, application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(fetchTimeoutMs),
  });
  if (response.status !== 200 || response.body === null) throw new Error(`${url} sent ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`${url} sent more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Includes the inode, because a rotation by rename may keep size and time.
 *
 * @throws Error for what would stop the service while it is read: a pipe, or far more than keys.
 */
function fileVersion(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error("it is not a file");
  if (stats.size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
  return `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}
