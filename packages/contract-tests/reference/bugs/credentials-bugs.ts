import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs of credentials. */
export const credentialsBugs = {
  "list-without-credentials": { title: "The list needs no credentials.", breaks: rules.bearer },
  "get-without-credentials": { title: "Get needs no credentials.", breaks: rules.bearer },
  "update-without-credentials": { title: "Update needs no credentials.", breaks: rules.bearer },
  "retry-without-credentials": { title: "Retry needs no credentials.", breaks: rules.bearer },
  "head-without-credentials": { title: "HEAD needs no credentials.", breaks: rules.bearer },
  "any-token-accepted": { title: "Any token is taken for the first owner's.", breaks: rules.unauthenticated },
  "revoked-token-accepted": { title: "A revoked token still works.", breaks: rules.unauthenticated },
  "expired-token-accepted": { title: "An expired token still works.", breaks: rules.unauthenticated },
  "other-scheme-accepted": { title: "The token works with any scheme.", breaks: rules.bearer },
  "bare-token-accepted": { title: "The token works without a scheme.", breaks: rules.bearer },
  "lower-case-scheme-refused": { title: "The scheme's letter case matters.", breaks: rules.schemeCase },
  "truncated-token-accepted": { title: "The beginning of a token works.", breaks: rules.unauthenticated },
  "longer-token-accepted": { title: "A token with something appended works.", breaks: rules.unauthenticated },
  "token-case-ignored": { title: "The letter case of a token is ignored.", breaks: rules.unauthenticated },
  "words-after-token-ignored": { title: "Words after the token are ignored.", breaks: rules.unauthenticated },
  "empty-token-is-500": { title: "An empty token fails with 500.", breaks: rules.unauthenticated },
  "non-ascii-token-is-500": { title: "A token outside ASCII fails with 500.", breaks: rules.unauthenticated },
  "garbled-jwt-is-500": {
    title: "A token with two dots that is not a JWT fails with 500.",
    breaks: rules.unauthenticated,
  },
  "jwt-refused": { title: "JWTs are refused.", breaks: rules.keyOrJwt },
  "jwt-signature-unchecked": { title: "The signature of a JWT is not checked.", breaks: rules.keyOrJwt },
  "jwt-algorithm-none-accepted": { title: "A JWT with the algorithm `none` works.", breaks: rules.keyOrJwt },
  "jwt-subject-ignored": { title: "Every JWT is taken for the first owner's.", breaks: rules.ownership },
  "unauthenticated-is-403": {
    title: "Missing or invalid credentials get 403.",
    breaks: rules.unauthenticated,
  },
  "revoked-token-is-403": { title: "A revoked token gets 403.", breaks: rules.unauthenticated },
  "malformed-credentials-are-400": { title: "Malformed credentials get 400.", breaks: rules.unauthenticated },
  "challenge-missing": { title: "A 401 lacks WWW-Authenticate.", breaks: rules.unauthenticated },
  "challenge-is-basic": { title: "A 401 asks for Basic.", breaks: rules.challenge },
  "revoked-token-told-apart": {
    title: "A revoked token gets a different text.",
    breaks: rules.sameWordsFor401,
  },
  "expired-token-told-apart": {
    title: "An expired token gets a different text.",
    breaks: rules.sameWordsFor401,
  },
  "token-repeated-in-problem": { title: "A 401 repeats the credentials.", breaks: rules.sameWordsFor401 },
  "connection-stays-authenticated": {
    title: "After one valid request, its connection needs no credentials.",
    breaks: rules.bearer,
  },
  "token-in-query-accepted": {
    title: "The token works as `access_token` in the query.",
    breaks: rules.bearer,
  },
} as const satisfies Mistakes;
