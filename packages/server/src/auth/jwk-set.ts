import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { createRemoteJWKSet, customFetch, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { AuthenticationUnavailableError } from "./authenticator.ts";

/** How long keys stay valid while their source cannot be read, in milliseconds. */
const maxStaleMs = 24 * 60 * 60 * 1000;
/** How old keys get, while tokens arrive, before they are read again, in milliseconds. */
const maxAgeMs = 10 * 60 * 1000;
/** Shortest time between two reads, failed ones included, in milliseconds. */
const cooldownMs = 30 * 1000;

/**
 * Opens the public keys of an issuer. They follow its rotation: they are read again when a token names an unknown one, or when they
 * are old. The function that finds a key throws an {@link AuthenticationUnavailableError} while none can be known.
 *
 * @param source an `http:` or `https:` URL, or the path of a JWKS file
 * @param onStateChange called with the reason when the source can no longer be read, and with `undefined` when it can again
 * @throws Error when a file cannot be read or has no keys; a URL is first fetched when a token arrives
 */
export async function openJwkSet(
  source: string,
  onStateChange: (failure: string | undefined) => void = () => {},
): Promise<JWTVerifyGetKey> {
  const isUrl = /^https?:\/\//i.test(source);
  const url = isUrl ? new URL(source) : pathToFileURL(source);
  let hasFailed = false;
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;

  function report(failure: string | undefined): void {
    if (hasFailed !== (failure !== undefined)) onStateChange(failure);
    hasFailed = failure !== undefined;
  }

  const keys = createRemoteJWKSet(url, {
    cacheMaxAge: maxStaleMs,
    cooldownDuration: cooldownMs,
    timeoutDuration: 5_000,
    async [customFetch](href, init) {
      // The monotonic clock: a machine's clock that is set back must not keep old keys.
      const now = performance.now();
      // jose waits between two reads only if the first one succeeded.
      if (now - triedAt < cooldownMs) throw new Error("the keys were requested a moment ago");
      triedAt = now;
      try {
        const text = await (isUrl ? fetchText(href, init) : readFile(url, "utf8"));
        // An issuer that sends none has lost them: that must not shut everyone out.
        const { keys: found } = JSON.parse(text) as Partial<JSONWebKeySet>;
        if (!found?.length) throw new Error("it has no keys");
        // Whoever can read the set can sign with it.
        if (found.some(({ d }) => d !== undefined))
          throw new Error("it has a private key; replace that key, and publish only its public part");
        readAt = now;
        report(undefined);
        return new Response(text);
      } catch (cause) {
        const failure = `The JWKS at ${source} cannot be used: ${(cause as Error).message}`;
        report(failure);
        throw new Error(failure, { cause });
      }
    },
  });
  if (!isUrl) await keys.reload();
  return async (header, token) => {
    // Its failure is reported above.
    if (keys.fresh && performance.now() - readAt >= maxAgeMs) void keys.reload().catch(() => {});
    try {
      return await keys(header, token);
    } catch (error) {
      throw keys.fresh ? error : new AuthenticationUnavailableError();
    }
  };
}

async function fetchText(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, init);
  if (response.status !== 200) throw new Error(`it sent ${response.status}`);
  return response.text();
}
