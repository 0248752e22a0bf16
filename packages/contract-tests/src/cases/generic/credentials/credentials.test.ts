import { type CryptoKey, generateKeyPair, generateSecret, jwtVerify, SignJWT } from "jose";
import { expect, test } from "vitest";
import { nearMissesOf, respeltTokensOf } from "./credentials.ts";

test.for(["HS256", "ES256", "EdDSA"])(
  "a right service, which verifies JWTs with jose, refuses every token that is nearly one of %s, or respelt",
  async (alg) => {
    const ofSecret = (key: CryptoKey | Uint8Array) => ({ privateKey: key, publicKey: key });
    const { privateKey, publicKey } =
      alg === "HS256" ? ofSecret(await generateSecret(alg)) : await generateKeyPair(alg);
    const jwt = new SignJWT().setProtectedHeader({ alg }).setSubject("usr_ada").setExpirationTime("1h");
    const token = await jwt.sign(privateKey);
    const accepted = await Promise.all(
      [...nearMissesOf({ token, otherToken: token }), ...respeltTokensOf({ token })].map(({ value, shown }) =>
        jwtVerify((value ?? "").replace("Bearer ", ""), publicKey).then(
          () => [shown],
          () => [],
        ),
      ),
    );
    expect(accepted.length).toBeGreaterThan(150);
    expect(accepted.flat()).toEqual([]);
  },
);
