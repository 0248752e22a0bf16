import type { Lacks } from "../../src/targets/capabilities.ts";

/** What Prism 5.16 lacks, as measured. */
export const prismLacks: Lacks = {
  keepsState: "Prism stores nothing: every response is an example of the spec",
  knowsTokens: "Prism accepts any bearer token",
  writesOwnProblems: "Prism sends the problem of the example, with the example's request ID and path",
  answersMalformedJson: "Prism never responds to a body that is not JSON",
  answersWrongMethods:
    "Prism returns 405 with its own body and without Allow for a wrong method and for HEAD",
  limitsBodies: "Prism reads bodies of up to 10 MB",
  insistsOnContentType: "Prism returns 400 for a body without a content type, as if it were JSON",
  readsQueriesStrictly:
    "Prism treats an empty query value as absent, and accepts query names in any letter case",
  refusesUuidUrns: "Prism accepts urn:uuid: as a UUID",
  mayChange: "Prism has nothing to change",
  isDisposable: "Prism has nothing to change",
  hasOtherOwner: "Prism has no owners",
  hasRevokedToken: "Prism accepts any bearer token",
  hasExpiredToken: "Prism accepts any bearer token",
};

const hasKeysOnly = "The service's own tests cover revoked and expired keys";

/** What this repository's service lacks when started only for the suite. */
export const serviceLacks: Lacks = {
  hasRevokedToken: hasKeysOnly,
  hasExpiredToken: hasKeysOnly,
};

/** What the client's fake service lacks, which does not run a server. */
export const fakeLacks: Lacks = {
  hasSocket: "The fake is a function",
  hasOtherOwner: "The fake has one owner",
  hasRevokedToken: "The fake has one token",
  hasExpiredToken: "The fake has one token",
};
