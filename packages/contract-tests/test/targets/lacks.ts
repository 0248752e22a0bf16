import type { Lacks } from "../../src/targets/capabilities.ts";

/** Prism 5.16, as measured. */
export const prismLacks: Lacks = {
  keepsState: "Prism stores nothing: every response is an example of the spec",
  knowsTokens: "Prism takes any bearer token",
  writesOwnProblems: "Prism sends the problem of the example, with the example's request ID and path",
  answersMalformedJson: "Prism never answers a body that is not JSON",
  answersWrongMethods: "Prism answers a wrong method and HEAD with 405 in a body of its own, without Allow",
  limitsBodies: "Prism reads bodies of up to 10 MB",
  insistsOnContentType: "Prism answers a body without a content type with 400, as if it were JSON",
  readsQueriesStrictly: "Prism takes an empty query value for none, and query names in any letter case",
  refusesUuidUrns: "Prism takes urn:uuid: for a UUID",
  mayChange: "Prism has nothing that could be changed",
  isDisposable: "Prism has nothing that could be changed",
  hasOtherOwner: "Prism has no owners",
  hasRevokedToken: "Prism takes any bearer token",
  hasExpiredToken: "Prism takes any bearer token",
};

const hasKeysOnly = "Keys that are revoked or expired are tested in the service itself";

/** The service of this repository, started for the suite alone. */
export const serviceLacks: Lacks = {
  hasRevokedToken: hasKeysOnly,
  hasExpiredToken: hasKeysOnly,
};

/** The fake service of the client, which runs no server. */
export const fakeLacks: Lacks = {
  hasSocket: "The fake is a function",
  hasOtherOwner: "The fake has one owner",
  hasRevokedToken: "The fake has one token",
  hasExpiredToken: "The fake has one token",
};
