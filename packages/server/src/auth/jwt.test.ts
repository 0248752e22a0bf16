import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
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

  test("follows the file: an added key is accepted immediately, a removed one refused within a second", async () => {
    let now = Date.now();
    const path = jwksFile("ec");
    const { verify } = verifierOf(path, () => now);
    const tokens = [await sign("ec"), await sign("ec-next")] as const;
    expect([await verify(tokens[0]), await verify(tokens[1])]).toEqual([ada, undefined]);
    writeJwks(path, "ec", "ec-next");
    expect(await verify(tokens[1])).toEqual(ada);
    writeJwks(path, "ec-next");
    now += 1000;
    expect([await verify(tokens[0]), await verify(tokens[1])]).toEqual([undefined, ada]);
  });

  test.each<[string, (path: string) => void]>([
    ["broken", (path) => writeFileSync(path, "{")],
    ["gone", (path) => rmSync(path)],
    ["larger than any key set", (path) => writeFileSync(path, " ".repeat(2 ** 21))],
    [
      "a folder",
      (path) => {
        rmSync(path);
        mkdirSync(path);
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
      rmSync(path, { recursive: true, force: true });
      writeJwks(path, "ec");
      now += 1000;
      expect(await verify(await sign("ec"))).toEqual(ada);
      expect(reported.slice(1)).toEqual([undefined]);
    },
  );

  test("refuses a file that is missing, not a JWKS, or has a private key, naming it", async () => {
    const path = join(folder, "refused.json");
    expect(() => openJwkSet(path)).toThrow(`The JWKS file ${path} cannot be used`);
    writeFileSync(path, "[]");
    expect(() => openJwkSet(path)).toThrow(`The JWKS file ${path} cannot be used`);
    writeFileSync(path, JSON.stringify({ keys: [await exportJWK(signer("ec").privateKey)] }));
    expect(() => openJwkSet(path)).toThrow("it contains a private key; replace that key");
  });
});

const minuteMs = 60_000;

describe("keys from a URL", () => {
  test("are fetched once, and again after ten minutes; tokens of a removed key are then refused", async () => {
    await using issuer = await serveJwks();
    const token = await sign("ec", "2h");
    expect(await issuer.verify(token)).toEqual(ada);
    expect(issuer.verify(token)).toEqual(ada);
    expect(issuer.fetches).toBe(1);
    issuer.respond = jwksResponse("ec-next");
    issuer.now += 11 * minuteMs;
    void issuer.verify(token);
    await expect.poll(() => Promise.resolve(issuer.verify(token))).toBeUndefined();
    expect(issuer.fetches).toBe(2);
  });

  test("that cannot be fetched make authentication unavailable, and are requested once in 30 seconds", async () => {
    await using issuer = await serveJwks();
    issuer.respond = (response) => response.writeHead(500).end();
    for (const fetches of [1, 1, 2]) {
      await expect(issuer.verify(await sign("ec"))).rejects.toBeInstanceOf(AuthenticationUnavailableError);
      expect(issuer.fetches).toBe(fetches);
      issuer.now += 16_000;
    }
    expect(issuer.reported).toEqual([expect.stringContaining("sent 500")]);
  });

  test.each<[string, Respond, string]>([
    ["is down", (response) => response.writeHead(302, { location: "/login" }).end(), "cannot be used"],
    ["has lost them", (response) => response.end('{"keys":[]}'), "it has no keys"],
    ["sends without end", sendEndlessly, "more than 1048576 bytes"],
  ])("stay valid for a day while the issuer %s, for new tokens too", async (_how, fail, reason) => {
    await using issuer = await serveJwks();
    const token = () => sign("ec", Math.floor(issuer.now / 1000) + 600);
    const long = await sign("ec", "90d");
    expect(await issuer.verify(await token())).toEqual(ada);
    const { respond } = issuer;
    issuer.respond = fail;
    for (let hour = 0; hour < 12; hour++) {
      issuer.now += 60 * minuteMs;
      for (const one of [await token(), long]) expect(await issuer.verify(one)).toEqual(ada);
    }
    await expect.poll(() => issuer.reported).toEqual([expect.stringContaining(reason)]);
    issuer.now += 13 * 60 * minuteMs;
    for (const one of [long, await token()])
      await expect(issuer.verify(one)).rejects.toBeInstanceOf(AuthenticationUnavailableError);
    issuer.respond = respond;
    issuer.now += minuteMs;
    expect(await issuer.verify(await token())).toEqual(ada);
    expect(issuer.reported).toEqual([expect.any(String), undefined]);
  });
});

type Respond = (response: ServerResponse) => void;

function jwksResponse(kid: string): Respond {
  return (response) => response.end(JSON.stringify({ keys: [signer(kid).jwk] }));
}

function sendEndlessly(response: ServerResponse): void {
  const send = (): void => {
    while (response.write(Buffer.alloc(64 * 1024, " ")));
  };
  response.on("drain", send);
  send();
}

/** A verifier whose keys come from an issuer on a free port. */
async function serveJwks() {
  const issuer = { now: Date.now(), fetches: 0, respond: jwksResponse("ec") };
  const server = createServer((_request, response) => {
    issuer.fetches += 1;
    issuer.respond(response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(
    issuer,
    verifierOf(`http://127.0.0.1:${port}/jwks.json`, () => issuer.now),
    {
      async [Symbol.asyncDispose]() {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      },
    },
  );
}
