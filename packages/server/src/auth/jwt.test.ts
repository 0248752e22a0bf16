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
import { createJwtVerifier } from "./jwt.ts";

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

function sign(kid: string, expires: string | number = "10m"): Promise<string> {
  const { jwk, privateKey } = signer(kid);
  return new SignJWT({ sub: "usr_ada", iss: issuer, aud: audience })
    .setProtectedHeader({ alg: jwk.alg as string, kid })
    .setExpirationTime(expires)
    .sign(privateKey);
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

/** A verifier, and what it reports about its keys. */
function verifierOf(source: string, now: () => number = Date.now) {
  const reported: (string | undefined)[] = [];
  const keys = openJwkSet(source, { now, onStateChange: (failure) => reported.push(failure) });
  return { ...createJwtVerifier({ keys, issuer, audience, now, cacheSize: 2 }), reported };
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

const claims = { sub: "usr_ada", iss: issuer, aud: audience, exp: Math.floor(Date.now() / 1000) + 600 };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const ec = { alg: "ES256", kid: "ec" };

/** A token of the key `ec` with these claims. */
function withClaims(changed: object, header: object = {}): Promise<string> {
  const text = JSON.stringify({ ...claims, ...changed });
  return new CompactSign(Buffer.from(text.replace('"1e999"', "1e999")))
    .setProtectedHeader({ ...ec, ...header })
    .sign(signer("ec").privateKey);
}

describe("a JWT", () => {
  test.each(["rsa", "pss", "ec", "ed"])("signed with %s is accepted and names its owner", async (kid) => {
    const { verify } = verifierOf(jwksFile("rsa", "pss", "ec", "ed"));
    expect(await verify(await sign(kid))).toEqual(ada);
  });

  test.each<[string, () => string | Promise<string>]>([
    ["within the clock tolerance", () => withClaims({ exp: Math.floor(Date.now() / 1000) - 2 })],
    ["for several audiences", () => withClaims({ aud: ["billing", audience] })],
    ["of the type at+jwt", () => withClaims({}, { typ: "application/AT+jwt" })],
    ["of the type JWT", () => withClaims({}, { typ: "JWT" })],
  ])("%s is accepted", async (_name, token) => {
    expect(await verifierOf(jwksFile("ec")).verify(await token())).toEqual(ada);
  });

  test.each<[string, () => string | Promise<string>, string]>([
    ["from another issuer", () => withClaims({ iss: "https://elsewhere.test" }), '"iss" claim'],
    ["for another audience", () => withClaims({ aud: "billing" }), 'unexpected "aud" claim value'],
    ["that has expired", () => withClaims({ exp: Math.floor(Date.now() / 1000) - 6 }), '"exp" claim'],
    ["that never ends", () => withClaims({ exp: "1e999" }), "exp is not a time"],
    ["that is not valid yet", () => withClaims({ nbf: claims.exp }), '"nbf" claim'],
    ["without an owner", () => withClaims({ sub: "" }), "sub is not the ID of an owner"],
    ["for an owner that is not Unicode", () => withClaims({ sub: "usr_\ud800" }), "sub is not the ID"],
    ["without sub", () => withClaims({ sub: undefined }), '"sub" claim'],
    ["without exp", () => withClaims({ exp: undefined }), '"exp" claim'],
    ["without iss", () => withClaims({ iss: undefined }), '"iss" claim'],
    ["without aud", () => withClaims({ aud: undefined }), '"aud" claim'],
    ["bound to a key of its sender", () => withClaims({ cnf: { jkt: "x" } }), "(cnf)"],
    ["of another type", () => withClaims({}, { typ: "dpop+jwt" }), "type of the JWT"],
    ["without a signature", () => new UnsecuredJWT(claims).encode(), "neither an API key nor a JWT"],
    ["signed with the public key as a secret", signedWithPublicKey, '"alg"'],
    ["with padding, which no signer writes", async () => `${await sign("ec")}==`, "neither"],
    ["of garbage", () => "a.b.c", "not accepted"],
  ])("%s is refused, and that is explained", async (_name, token, reason) => {
    const { verify, explain } = verifierOf(jwksFile("ec", "rsa"));
    expect(await verify(await token())).toBeUndefined();
    expect(await explain(await token())).toContain(reason);
  });

  test("whose content was changed is refused, even after the original was accepted", async () => {
    const { verify } = verifierOf(jwksFile("ec"));
    const token = await sign("ec");
    expect(await verify(token)).toEqual(ada);
    const [header, , signature] = token.split(".");
    expect(await verify(`${header}.${encode({ ...claims, sub: "usr_eve" })}.${signature}`)).toBeUndefined();
  });
});

function signedWithPublicKey(): string {
  const input = `${encode({ alg: "HS256", kid: "rsa" })}.${encode(claims)}`;
  const secret = JSON.stringify(signer("rsa").jwk);
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
}

describe("a verified token", () => {
  test("is accepted without verification until it expires", async () => {
    let now = Date.now();
    const { verify } = verifierOf(jwksFile("ec"), () => now);
    const token = await withClaims({ exp: Math.floor(now / 1000) + 60 });
    await verify(token);
    expect(verify(token)).toEqual(ada);
    now += 66_000;
    expect(await verify(token)).toBeUndefined();
  });

  test("is forgotten when many others follow", async () => {
    const { verify } = verifierOf(jwksFile("ec"));
    const tokens = await Promise.all(["a", "b", "c"].map((sub) => withClaims({ sub })));
    for (const token of tokens) await verify(token);
    expect(tokens.map((token) => verify(token) instanceof Promise)).toEqual([true, false, false]);
  });
});

describe("key rotation", () => {
  test.each([
    ["the first of two", "ec", {}, ["ec", "ec-next"], ada],
    ["the second of two", "ec-next", {}, ["ec", "ec-next"], ada],
    ["none of two", "ec-next", {}, ["ec", "ec"], undefined],
    [
      "the second of two, but with a wrong claim",
      "ec-next",
      { aud: "billing" },
      ["ec", "ec-next"],
      undefined,
    ],
  ])("a token that names no key and is of %s", async (_which, kid, changed, kids, expected) => {
    const token = await new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({ alg: "ES256" })
      .sign(signer(kid).privateKey);
    expect(await verifierOf(jwksFile(...kids)).verify(token)).toEqual(expected);
  });

  test("immediately accepts tokens of a key that was added to the file", async () => {
    const path = jwksFile("ec");
    const { verify } = verifierOf(path);
    const next = await sign("ec-next");
    expect(await verify(next)).toBeUndefined();
    writeJwks(path, "ec", "ec-next");
    expect(await verify(next)).toEqual(ada);
  });

  test("refuses tokens of a key that was removed from the file within a second", async () => {
    let now = Date.now();
    const path = jwksFile("ec", "ec-next");
    const { verify } = verifierOf(path, () => now);
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
      const { verify, reported } = verifierOf(path, () => now);
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
    const { verify } = verifierOf(issuerServer.url, () => now);
    const token = await sign("ec", "2h");
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
    const { verify, reported } = verifierOf(issuerServer.url, () => now);
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
    const { verify, reported } = verifierOf(issuerServer.url, () => now);
    const token = () => sign("ec", Math.floor(now / 1000) + 600);
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

  test("in an empty set count as unreadable: the last ones stay valid", async () => {
    let now = Date.now();
    let keys: readonly object[] = [signer("ec").jwk];
    await using issuerServer = await serveJwks((response) => response.end(JSON.stringify({ keys })));
    const { verify, reported } = verifierOf(issuerServer.url, () => now);
    const token = await sign("ec", "2h");
    expect(await verify(token)).toEqual(ada);
    keys = [];
    now += 11 * 60_000;
    expect(verify(token)).toEqual(ada);
    await expect.poll(() => reported).toEqual([expect.stringContaining("it has no keys")]);
    expect(await verify(await sign("ec", "3h"))).toEqual(ada);
    keys = [signer("ec-next").jwk];
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
    const { verify, reported } = verifierOf(issuerServer.url);
    await expect(verify(await sign("ec"))).rejects.toBeInstanceOf(AuthenticationUnavailableError);
    expect(reported).toEqual([expect.stringContaining("more than 1048576 bytes")]);
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
