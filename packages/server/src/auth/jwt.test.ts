import { createHmac } from "node:crypto";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { CompactSign, type CryptoKey, exportJWK, generateKeyPair, type JWK, UnsecuredJWT } from "jose";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { AuthenticationUnavailableError } from "./authenticator.ts";
import { openJwkSet } from "./jwk-set.ts";
import { createJwtVerifier } from "./jwt.ts";

interface Signer {
  readonly jwk: JWK;
  readonly privateKey: CryptoKey;
}

const signers = new Map<string, Signer>();

beforeAll(async () => {
  for (const [kid, alg] of Object.entries({
    rsa: "RS256",
    pss: "PS384",
    ec: "ES256",
    ed: "EdDSA",
    next: "ES256",
  })) {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    signers.set(kid, { jwk: { ...(await exportJWK(publicKey)), kid, alg }, privateKey });
  }
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

const seconds = (more = 0) => Math.floor(Date.now() / 1_000) + more;
const claims = () => ({ sub: "usr_ada", iss: "https://issuer.test", aud: "compute-host", exp: seconds(600) });
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token signed by a key, with these claims in place of valid ones. */
function sign(kid: string, changed: object = {}, header: object = {}): Promise<string> {
  const { jwk, privateKey } = signers.get(kid) as Signer;
  return new CompactSign(Buffer.from(JSON.stringify({ ...claims(), ...changed })))
    .setProtectedHeader({ alg: jwk.alg as string, kid, ...header })
    .sign(privateKey);
}

const jwks = (...kids: string[]) => JSON.stringify({ keys: kids.map((kid) => signers.get(kid)?.jwk) });

function jwksFile(...kids: string[]): string {
  const path = join(temporaryFolder(), "jwks.json");
  writeFileSync(path, jwks(...kids));
  return path;
}

const ada = { ownerId: "usr_ada", credentialId: "jwt:usr_ada" };

/** A verifier, and what it reports about its keys. */
async function verifierOf(source: string) {
  const reported: (string | undefined)[] = [];
  const getKey = await openJwkSet(source, (failure) => reported.push(failure));
  const { iss: issuer, aud: audience } = claims();
  return { verify: createJwtVerifier({ getKey, issuer, audience }), reported };
}

describe("a JWT", () => {
  test.each<[string, () => Promise<string>]>([
    ["signed with rsa", () => sign("rsa")],
    ["signed with pss", () => sign("pss")],
    ["signed with ec", () => sign("ec")],
    ["signed with ed", () => sign("ed")],
    ["within the clock tolerance", () => sign("ec", { exp: seconds(-2) })],
    ["for several audiences", () => sign("ec", { aud: ["billing", "compute-host"] })],
    ["of a key without its ID, next to another of its kind", () => sign("next", {}, { kid: undefined })],
    ["of the type at+jwt", () => sign("ec", {}, { typ: "application/AT+jwt" })],
    ["of the type JWT", () => sign("ec", {}, { typ: "JWT" })],
  ])("%s is accepted and names its owner", async (_name, token) => {
    const { verify } = await verifierOf(jwksFile("rsa", "pss", "ec", "ed", "next"));
    expect(await verify(await token())).toEqual(ada);
  });

  test.each<[string, () => string | Promise<string>, string]>([
    ["from another issuer", () => sign("ec", { iss: "https://elsewhere.test" }), '"iss" claim'],
    ["for another audience", () => sign("ec", { aud: "billing" }), 'unexpected "aud" claim value'],
    ["that has expired", () => sign("ec", { exp: seconds(-6) }), '"exp" claim'],
    ["that is not valid yet", () => sign("ec", { nbf: seconds(600) }), '"nbf" claim'],
    ["without an owner", () => sign("ec", { sub: "" }), "sub is not the ID of an owner"],
    ["for an owner that is not Unicode", () => sign("ec", { sub: "usr_\ud800" }), "sub is not the ID"],
    ["without sub", () => sign("ec", { sub: undefined }), '"sub" claim'],
    ["without exp", () => sign("ec", { exp: undefined }), '"exp" claim'],
    ["without iss", () => sign("ec", { iss: undefined }), '"iss" claim'],
    ["without aud", () => sign("ec", { aud: undefined }), '"aud" claim'],
    ["bound to a key of its sender", () => sign("ec", { cnf: { jkt: "x" } }), "(cnf)"],
    ["of another type", () => sign("ec", {}, { typ: "dpop+jwt" }), "type of the JWT"],
    ["without a signature", () => new UnsecuredJWT(claims()).encode(), "not accepted"],
    ["signed with the public key as a secret", signedWithPublicKey, '"alg"'],
    ["of an unknown key", () => sign("next"), "no applicable key"],
    ["of garbage", () => "a.b.c", "not accepted"],
  ])("%s is refused with the reason", async (_name, token, reason) => {
    const { verify } = await verifierOf(jwksFile("ec", "rsa"));
    expect(await verify(await token())).toContain(reason);
  });

  test("is accepted without further verification until it expires, and no other text is", async () => {
    const { verify } = await verifierOf(jwksFile("ec"));
    const token = await sign("ec", { exp: seconds(30) });
    await verify(token);
    expect(await verify(token)).toEqual(ada);
    const [header, , signature] = token.split(".");
    const changed = `${header}.${encode({ ...claims(), sub: "usr_eve" })}.${signature}`;
    expect(await verify(changed)).toContain("signature verification failed");
    vi.advanceTimersByTime(36_000);
    expect(await verify(token)).toContain('"exp" claim');
  });
});

function signedWithPublicKey(): string {
  const input = `${encode({ alg: "HS256", kid: "rsa" })}.${encode(claims())}`;
  const secret = JSON.stringify(signers.get("rsa")?.jwk);
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
}

const minuteMs = 60_000;

describe("the keys", () => {
  test.each<[string, (path: string) => void, string]>([
    ["missing", (path) => rmSync(path), "there is no such file"],
    ["not JSON", (path) => writeFileSync(path, "hunter2 {"), "it is not JSON"],
    ["not a JWKS", (path) => writeFileSync(path, "[]"), "it has no keys"],
    ["null", (path) => writeFileSync(path, "null"), "it has no keys"],
    [
      "a JWKS with a private key",
      (path) => writeFileSync(path, '{"keys":[{"kty":"EC","d":"x"}]}'),
      "it contains a private key; replace that key, and publish only the public part",
    ],
  ])("from a file that is %s make the start fail", async (_name, spoil, reason) => {
    const path = jwksFile("ec");
    spoil(path);
    await expect(openJwkSet(path)).rejects.toThrow(
      `COMPUTE_HOST_JWT_JWKS, ${path}, cannot be used: ${reason}.`,
    );
  });

  test.each(["file", "URL"])(
    "follow the %s: an added key is accepted, and a removed one is refused after ten minutes",
    async (kind) => {
      await using issuer = await serveJwks();
      const path = jwksFile("ec");
      const publish = (...kids: string[]) => {
        writeFileSync(path, jwks(...kids));
        issuer.respond = respondWith(...kids);
      };
      const { verify } = kind === "URL" ? issuer : await verifierOf(path);
      const old = await sign("ec", { exp: seconds(7_200) });
      expect(await verify(old)).toEqual(ada);
      publish("next", "ec");
      vi.advanceTimersByTime(31_000);
      expect(await verify(await sign("next"))).toEqual(ada);
      publish("next");
      vi.advanceTimersByTime(10 * minuteMs);
      // The first call starts the reading without waiting for it, and is then trusted for a minute.
      const later = () => {
        vi.advanceTimersByTime(minuteMs);
        return verify(old);
      };
      await expect.poll(later).toContain("no applicable key");
    },
  );

  test("that were never fetched make authentication unavailable, and are requested once in 30 seconds", async () => {
    await using issuer = await serveJwks();
    issuer.respond = (response) => response.writeHead(500).end();
    for (const fetches of [1, 1, 2]) {
      await expect(issuer.verify(await sign("ec"))).rejects.toBeInstanceOf(AuthenticationUnavailableError);
      expect(issuer.fetches).toBe(fetches);
      vi.advanceTimersByTime(16_000);
    }
    expect(issuer.reported).toEqual([expect.stringContaining("sent 500")]);
  });

  test.each<[string, Respond, string]>([
    ["is down", (response) => response.writeHead(302, { location: "/login" }).end(), "it sent 302"],
    ["has lost them", (response) => response.end('{"keys":[]}'), "it has no keys"],
    ["cuts connections", (response) => response.destroy(), "it could not be fetched (UND_ERR_SOCKET)"],
  ])("stay valid for a day while the issuer %s, for new tokens too", async (_how, fail, reason) => {
    await using issuer = await serveJwks();
    const long = await sign("ec", { exp: seconds(90 * 86_400) });
    expect(await issuer.verify(await sign("ec"))).toEqual(ada);
    const { respond } = issuer;
    issuer.respond = fail;
    for (let hour = 0; hour < 12; hour++) {
      vi.advanceTimersByTime(60 * minuteMs);
      for (const token of [await sign("ec"), long]) expect(await issuer.verify(token)).toEqual(ada);
    }
    await expect.poll(() => issuer.reported).toEqual([expect.stringContaining(reason)]);
    vi.advanceTimersByTime(13 * 60 * minuteMs);
    for (const token of [long, await sign("ec")])
      await expect(issuer.verify(token)).rejects.toBeInstanceOf(AuthenticationUnavailableError);
    issuer.respond = respond;
    vi.advanceTimersByTime(minuteMs);
    expect(await issuer.verify(await sign("ec"))).toEqual(ada);
    expect(issuer.reported).toEqual([expect.any(String), undefined]);
  });
});

type Respond = (response: ServerResponse) => void;

function respondWith(...kids: string[]): Respond {
  return (response) => response.end(jwks(...kids));
}

/** A verifier whose keys come from an issuer on a free port. */
async function serveJwks() {
  const issuer = { fetches: 0, respond: respondWith("ec") };
  const server = createServer((_request, response) => {
    issuer.fetches += 1;
    issuer.respond(response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(issuer, await verifierOf(`http://127.0.0.1:${port}/jwks.json`), {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}
