import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { describeReadFailure } from "@compute-host/command-line/read-failure";
import { createRemoteJWKSet, customFetch, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { AuthenticationUnavailableError } from "./authenticator.ts";

/** How long keys stay valid while their source is unreadable, in milliseconds. */
const maxStaleMs = 24 * 60 * 60 * 1000;
/** The age at which keys are read again while tokens arrive, in milliseconds. */
const maxAgeMs = 10 * 60 * 1000;
/** The shortest time between two reads, including failed ones, in milliseconds. */
const cooldownMs = 30 * 1000;

/**
 * Opens the public keys of an issuer and follows their rotation: they are read again when a token names an unknown key,
 * or when they are old. The function that finds a key throws an {@link AuthenticationUnavailableError} while there are
 * no valid keys.
 *
 * @param source an `http:` or `https:` URL, or the path of a JWKS file
 * @param onStateChange called with the reason when the source can no longer be read, and with `undefined` when it can
 * again
 * @throws Error when a file cannot be read or has no keys; a URL is not fetched until a token arrives
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
      // Monotonic, so that old keys do not stay when the machine's clock is set back.
      const now = performance.now();
      // jose waits between two reads only if the first succeeded.
      if (now - triedAt < cooldownMs) throw new Error("the keys were requested a moment ago");
      triedAt = now;
      try {
        const text = await (isUrl ? fetchText(href, init) : readFile(url, "utf8"));
        const found = keysIn(text);
        // An issuer that sends no keys has lost them; that must not lock everyone out.
        if (found.length === 0) throw new Error("it has no keys");
        // Anyone who can read the set could sign tokens with it.
        if (found.some(({ d }) => d !== undefined))
          throw new Error("it contains a private key; replace that key, and publish only the public part");
        readAt = now;
        report(undefined);
        return new Response(text);
      } catch (cause) {
        const failure = `COMPUTE_HOST_JWT_JWKS, ${source}, cannot be used: ${describeReadFailure(cause)}.`;
        report(failure);
        throw new Error(failure, { cause });
      }
    },
  });
  if (!isUrl) await keys.reload();
  return async (header, token) => {
    // A failure is reported above.
    if (keys.fresh && performance.now() - readAt >= maxAgeMs) void keys.reload().catch(() => {});
    try {
      return await keys(header, token);
    } catch (error) {
      throw keys.fresh ? error : new AuthenticationUnavailableError();
    }
  };
}

/** The keys of a JWKS. The message of an error does not show the text, which may be that of another file. */
function keysIn(text: string): JSONWebKeySet["keys"] {
  try {
    return (JSON.parse(text) as Partial<JSONWebKeySet> | null)?.keys ?? [];
  } catch {
    throw new Error("it is not JSON");
  }
}

async function fetchText(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, init).catch((error: Error & { cause?: { code?: string } }) => {
    throw new Error(`it could not be fetched (${error.cause?.code ?? error.message})`);
  });
  if (response.status !== 200) throw new Error(`it sent ${response.status}`);
  return response.text();
}
