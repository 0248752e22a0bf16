import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CompactSign,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AuthenticationUnavailableError } from "./authenticator.ts";
import { openJwkSet } from "./jwk-set.ts";
import { createJwtVerifier, type JwtAlgorithm } from "./jwt.ts";

const issuer = "https://issuer.test";
const audience = "compute-host";
const folder = mkdtempSync(join(tmpdir(), "compute-host-jwt-"));

interface Signer {
  readonly jwk: JWK;
  readonly privateKey: CryptoKey;
}

let signers: Map<string, Signer>;

async function makeSigner(kid: string, alg: string): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { jwk: { ...(await exportJWK(publicKey)), kid, alg }, privateKey };
}

function signer(kid: string): Signer {
  const found = signers.get(kid);
  if (!found) throw new Error(`no signer ${kid}`);
  return found;
}

function sign(
  kid: string,
  change: (token: SignJWT) => SignJWT = (token) => token,
  header: { readonly kid?: string; readonly typ?: string } = { kid },
): Promise<string> {
  const { jwk, privateKey } = signer(kid);
  const token = new SignJWT({})
    .setProtectedHeader({ alg: jwk.alg as string, ...header })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject("usr_ada")
    .setExpirationTime("10m");
  return change(token).sign(privateKey);
}

let files = 0;
function jwksFile(...kids: string[]): string {
  const path = join(folder, `jwks-${files++}.json`);
  writeJwks(path, ...kids);
  return path;
}

function writeJwks(path: string, ...kids: string[]): void {
  writeFileSync(`${path}.new`, JSON.stringify({ keys: kids.map((kid) => signer(kid).jwk) }));
  renameSync(`${path}.new`, path);
}

const ada = { ownerId: "usr_ada", credentialId: "jwt:usr_ada" };

function verifierOf(path: string, options: { algorithms?: JwtAlgorithm[]; now?: () => number } = {}) {
  const { now = Date.now } = options;
  return createJwtVerifier({
    keys: openJwkSet(path, { now }),
    issuer,
    audience,
    clockToleranceSeconds: 5,
    ...options,
  }).verify;
}

/** A verifier, and what it reports about its keys. */
function watchedVerifier(location: string, now: () => number = Date.now) {
  const reported: (string | undefined)[] = [];
  const keys = openJwkSet(location, { now, onStateChange: (failure) => reported.push(failure) });
  return { ...createJwtVerifier({ keys, issuer, audience, now }), reported };
}

beforeAll(async () => {
  const pairs = await Promise.all(
    [
      ["rsa", "RS256"],
      ["pss", "PS384"],
      ["ec", "ES256"],
      ["ed", "EdDSA"],
      ["ec-next", "ES256"],
    ].map(async ([kid = "", alg = ""]) => [kid, await makeSigner(kid, alg)] as const),
  );
  signers = new Map(pairs);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("a JWT", () => {
  test.each(["rsa", "pss", "ec", "ed"])("signed with %s is accepted and names its owner", async (kid) => {
    const verify = verifierOf(jwksFile("rsa", "pss", "ec", "ed"));
    expect(await verify(await sign(kid))).toEqual(ada);
  });

  test.each<[string, (token: SignJWT) => SignJWT, string]>([
    ["from another issuer", (token) => token.setIssuer("https://elsewhere.test"), '"iss" claim'],
    ["for another audience", (token) => token.setAudience("billing"), 'unexpected "aud" claim value'],
    ["that has expired", (token) => token.setExpirationTime("-6s"), '"exp" claim timestamp check failed'],
    ["that is not valid yet", (token) => token.setNotBefore("10m"), '"nbf" claim'],
    ["without an owner", (token) => token.setSubject(""), "sub is not the ID of an owner"],
    ["for an owner that is not Unicode", (token) => token.setSubject("usr_\ud800"), "sub is not the ID"],
  ])("%s is refused, and that is explained", async (_name, change, reason) => {
    const keys = openJwkSet(jwksFile("ec"));
    const { verify, explain } = createJwtVerifier({ keys, issuer, audience, clockToleranceSeconds: 5 });
    expect(await verify(await sign("ec", change))).toBeUndefined();
    expect(await explain(await sign("ec", change))).toContain(reason);
  });

  test.each(["sub", "exp", "iss", "aud"])("without the claim %s is refused", async (claim) => {
    const claims = { sub: "usr_ada", iss: issuer, aud: audience, exp: Math.floor(Date.now() / 1000) + 60 };
    const { [claim as "sub"]: _left, ...rest } = claims;
    const token = await new SignJWT(rest)
      .setProtectedHeader({ alg: "ES256", kid: "ec" })
      .sign(signer("ec").privateKey);
    expect(await verifierOf(jwksFile("ec"))(token)).toBeUndefined();
  });

  test("within the clock tolerance is accepted", async () => {
    const now = Date.now();
    const verify = verifierOf(jwksFile("ec"), { now: () => now });
    const expiresAt = Math.floor(now / 1000) - 2;
    expect(await verify(await sign("ec", (token) => token.setExpirationTime(expiresAt)))).toEqual(ada);
  });

  test("of an algorithm that is not on the list is refused", async () => {
    const verify = verifierOf(jwksFile("rsa", "ec"), { algorithms: ["ES256"] });
    expect(await verify(await sign("rsa"))).toBeUndefined();
    expect(await verify(await sign("ec"))).toEqual(ada);
  });

  test("without a signature, or signed with the public key as a secret, is refused", async () => {
    const verify = verifierOf(jwksFile("rsa"));
    const claims = { sub: "usr_ada", iss: issuer, aud: audience, exp: Math.floor(Date.now() / 1000) + 60 };
    expect(await verify(new UnsecuredJWT(claims).encode())).toBeUndefined();
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const input = `${encode({ alg: "HS256", kid: "rsa" })}.${encode(claims)}`;
    const secret = JSON.stringify(signer("rsa").jwk);
    const signature = createHmac("sha256", secret).update(input).digest("base64url");
    expect(await verify(`${input}.${signature}`)).toBeUndefined();
  });

  test("whose content was changed is refused, even after the original was accepted", async () => {
    const verify = verifierOf(jwksFile("ec"));
    const token = await sign("ec");
    expect(await verify(token)).toEqual(ada);
    const [header, , signature] = token.split(".");
    const forged = Buffer.from(JSON.stringify({ sub: "usr_eve", iss: issuer, aud: audience, exp: 9e9 }));
    expect(await verify(`${header}.${forged.toString("base64url")}.${signature}`)).toBeUndefined();
  });

  test("with padding, which no signer writes, is refused", async () => {
    expect(await verifierOf(jwksFile("ec"))(`${await sign("ec")}==`)).toBeUndefined();
  });

  test.each(["", "a", "a.b.c", "...", `${"x".repeat(20_000)}.y.z`])(
    "like %.20j is refused",
    async (token) => {
      expect(await verifierOf(jwksFile("ec"))(token)).toBeUndefined();
    },
  );
});

describe("a verified token", () => {
  test("is accepted without verification until it expires", async () => {
    let now = Date.now();
    const verify = verifierOf(jwksFile("ec"), { now: () => now });
    const token = await sign("ec", (jwt) => jwt.setExpirationTime(Math.floor(now / 1000) + 60));
    await verify(token);
    expect(verify(token)).toEqual(ada);
    now += 66_000;
    expect(await verify(token)).toBeUndefined();
    expect(await verify(token)).toBeUndefined();
  });

  test("is forgotten when many others follow", async () => {
    const keys = openJwkSet(jwksFile("ed"));
    const { verify } = createJwtVerifier({ keys, issuer, audience, cacheSize: 2 });
    const tokens = await Promise.all(["a", "b", "c"].map((sub) => sign("ed", (jwt) => jwt.setSubject(sub))));
    for (const token of tokens) await verify(token);
    expect(tokens.map((token) => verify(token) instanceof Promise)).toEqual([true, false, false]);
  });
});

describe("key rotation", () => {
  test("accepts tokens that name no key while there are several", async () => {
    const reported: unknown[] = [];
    const unnamed = (kid: string, change?: (token: SignJWT) => SignJWT) => sign(kid, change, {});
    const accept = async (token: string, ...kids: string[]) => {
      const keys = openJwkSet(jwksFile(...kids), { onStateChange: (failure) => reported.push(failure) });
      return createJwtVerifier({ keys, issuer, audience }).verify(token);
    };
    expect(await accept(await unnamed("ec"), "ec", "ec-next")).toEqual(ada);
    expect(await accept(await unnamed("ec-next"), "ec", "ec-next")).toEqual(ada);
    expect(await accept(await unnamed("ec-next"), "ec", "ec")).toBeUndefined();
    const wrong = await unnamed("ec-next", (token) => token.setAudience("billing"));
    expect(await accept(wrong, "ec", "ec-next")).toBeUndefined();
    expect(reported).toEqual([]);
  });

  test("immediately accepts tokens of a key that was added to the file", async () => {
    const path = jwksFile("ec");
    const verify = verifierOf(path);
    const next = await sign("ec-next");
    expect(await verify(next)).toBeUndefined();
    writeJwks(path, "ec", "ec-next");
    expect(await verify(next)).toEqual(ada);
  });

  test("refuses tokens of a key that was removed from the file within a second", async () => {
    let now = Date.now();
    const path = jwksFile("ec", "ec-next");
    const verify = verifierOf(path, { now: () => now });
    const token = await sign("ec");
    await verify(token);
    expect(verify(token)).toEqual(ada);
    writeJwks(path, "ec-next");
    now += 1000;
    expect(await verify(token)).toBeUndefined();
  });

  test.each([
    ["broken", (path: string) => writeFileSync(path, "{")],
    ["gone", (path: string) => rmSync(path)],
    ["larger than any key set", (path: string) => writeFileSync(path, " ".repeat(2 ** 21))],
    [
      "a pipe without a writer",
      (path: string) => {
        rmSync(path);
        execFileSync("mkfifo", [path]);
      },
    ],
  ])(
    "keeps the keys it has while the file is %s, and reports that once and its end",
    async (_name, spoil) => {
      let now = Date.now();
      const path = jwksFile("ec");
      const { verify, reported } = watchedVerifier(path, () => now);
      spoil(path);
      for (let look = 0; look < 5; look++) {
        now += 1000;
        expect(await verify(await sign("ec"))).toEqual(ada);
      }
      expect(reported).toEqual([expect.stringContaining(path)]);
      rmSync(path, { force: true });
      writeJwks(path, "ec");
      now += 1000;
      expect(await verify(await sign("ec"))).toEqual(ada);
      expect(reported.slice(1)).toEqual([undefined]);
    },
  );

  test("refuses a file with a private key", async () => {
    const path = join(folder, "private.json");
    writeFileSync(path, JSON.stringify({ keys: [await exportJWK(signer("ec").privateKey)] }));
    expect(() => openJwkSet(path)).toThrow("it contains a private key; replace that key");
  });

  test("refuses a file that is not a JWKS, naming it", () => {
    const path = join(folder, "not-jwks.json");
    writeFileSync(path, "[]");
    expect(() => openJwkSet(path)).toThrow(`The JWKS file ${path} cannot be used`);
    expect(() => openJwkSet(join(folder, "missing.json"))).toThrow("cannot be used");
  });
});

describe("keys from a URL", () => {
  test("are fetched once, and again after ten minutes; tokens of a removed key are then refused", async () => {
    let now = Date.now();
    let served = ["ec"];
    let fetches = 0;
    await using issuerServer = await serveJwks((response) => {
      fetches += 1;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ keys: served.map((kid) => signer(kid).jwk) }));
    });
    const { verify } = watchedVerifier(issuerServer.url, () => now);
    const token = await sign("ec", (jwt) => jwt.setExpirationTime("2h"));
    expect(await verify(token)).toEqual(ada);
    expect(verify(token)).toEqual(ada);
    expect(fetches).toBe(1);
    served = ["ec-next"];
    now += 11 * 60_000;
    void verify(token);
    await expect.poll(() => Promise.resolve(verify(token))).toBeUndefined();
    expect(fetches).toBe(2);
  });

  test("that cannot be fetched make authentication unavailable, and are requested once in 30 seconds", async () => {
    let now = Date.now();
    let fetches = 0;
    await using issuerServer = await serveJwks((response) => {
      fetches += 1;
      response.writeHead(500).end();
    });
    const { verify, reported } = watchedVerifier(issuerServer.url, () => now);
    for (let token = 0; token < 5; token++) {
      await expect(verify(await sign("ec"))).rejects.toBeInstanceOf(AuthenticationUnavailableError);
    }
    expect(fetches).toBe(1);
    now += 31_000;
    await expect(verify(await sign("ec"))).rejects.toBeInstanceOf(AuthenticationUnavailableError);
    expect(fetches).toBe(2);
    expect(reported).toEqual([expect.stringContaining("sent 500")]);
  });

  test("stay valid while the issuer is down, for new tokens too, and for a day at most", async () => {
    let now = Date.now();
    let isDown = false;
    await using issuerServer = await serveJwks((response) => {
      if (isDown) response.writeHead(302, { location: "/login" }).end();
      else response.end(JSON.stringify({ keys: [signer("ec").jwk] }));
    });
    const { verify, reported } = watchedVerifier(issuerServer.url, () => now);
    const token = () => sign("ec", (jwt) => jwt.setExpirationTime(Math.floor(now / 1000) + 600));
    expect(await verify(await token())).toEqual(ada);
    isDown = true;
    for (let hour = 0; hour < 12; hour++) {
      now += 60 * 60_000;
      expect(await verify(await token())).toEqual(ada);
    }
    await expect.poll(() => reported).toHaveLength(1);
    now += 13 * 60 * 60_000;
    await expect(verify(await token())).rejects.toBeInstanceOf(AuthenticationUnavailableError);
    isDown = false;
    now += 31_000;
    expect(await verify(await token())).toEqual(ada);
    expect(reported).toEqual([expect.any(String), undefined]);
  });

  test.each([
    ["is empty", () => []],
    [
      "has only keys for something else",
      () => [
        { ...signer("ec").jwk, use: "enc" },
        { ...signer("rsa").jwk, key_ops: ["encrypt"] },
      ],
    ],
    [
      "has only keys that verify nothing",
      () => [{ kty: "oct", k: "AA" }, { ...signer("ec").jwk, x: "AA" }, { kty: "new" }],
    ],
    ["has only keys of other algorithms", () => [{ ...signer("rsa").jwk, alg: "RSA-OAEP" }]],
  ])("in a set that %s count as unreadable: the last ones stay valid", async (_what, unusable) => {
    let now = Date.now();
    let keys: readonly object[] = [signer("ec").jwk];
    await using issuerServer = await serveJwks((response) => response.end(JSON.stringify({ keys })));
    const { verify, reported } = watchedVerifier(issuerServer.url, () => now);
    const token = await sign("ec", (jwt) => jwt.setExpirationTime("2h"));
    expect(await verify(token)).toEqual(ada);
    keys = unusable();
    now += 11 * 60_000;
    expect(verify(token)).toEqual(ada);
    await expect.poll(() => reported).toEqual([expect.stringContaining("no key that verifies a signature")]);
    expect(await verify(await sign("ec", (jwt) => jwt.setExpirationTime("3h")))).toEqual(ada);
    const { alg: _optional, ...next } = signer("ec-next").jwk;
    keys = [next];
    now += 31_000;
    await expect.poll(() => Promise.resolve(verify(token))).toBeUndefined();
    expect(reported).toEqual([expect.any(String), undefined]);
  });

  test("of more than one mebibyte are not read completely", async () => {
    await using issuerServer = await serveJwks((response) => {
      const send = (): boolean => response.write(Buffer.alloc(64 * 1024, " "));
      response.on("drain", () => {
        while (send());
      });
      while (send());
    });
    const { verify, reported } = watchedVerifier(issuerServer.url);
    await expect(verify(await sign("ec"))).rejects.toBeInstanceOf(AuthenticationUnavailableError);
    expect(reported).toEqual([expect.stringContaining("more than 1048576 bytes")]);
  });
});

describe("a token that is not for bearers", () => {
  test.each(["at+jwt", "application/at+jwt", "JWT"])("is not one of the type %s", async (typ) => {
    const token = await sign("ec", undefined, { kid: "ec", typ });
    expect(await verifierOf(jwksFile("ec"))(token)).toEqual(ada);
  });

  test.each(["secevent+jwt", "dpop+jwt", "logout+jwt"])("is one of the type %s", async (typ) => {
    const token = await sign("ec", undefined, { kid: "ec", typ });
    expect(await verifierOf(jwksFile("ec"))(token)).toBeUndefined();
  });

  test("is one that is bound to a key of its sender, or never ends", async () => {
    const claims = { sub: "usr_ada", iss: issuer, aud: audience };
    const header = { alg: "ES256", kid: "ec" };
    const bound = new SignJWT({ ...claims, cnf: { jkt: "x" } })
      .setProtectedHeader(header)
      .setExpirationTime("5m");
    expect(await verifierOf(jwksFile("ec"))(await bound.sign(signer("ec").privateKey))).toBeUndefined();
    const endless = await new CompactSign(Buffer.from(JSON.stringify(claims).replace("}", ',"exp":1e999}')))
      .setProtectedHeader(header)
      .sign(signer("ec").privateKey);
    expect(await verifierOf(jwksFile("ec"))(endless)).toBeUndefined();
  });
});

/** An issuer on a free port. */
async function serveJwks(respond: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => respond(response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
