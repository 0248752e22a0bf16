/** What a target may or may not be able to do; a case names those that it needs. */
export const capabilities = [
  "answersAsAsked",
  "keepsState",
  "knowsTokens",
  "writesOwnProblems",
  "answersMalformedJson",
  "answersWrongMethods",
  "limitsBodies",
  "insistsOnContentType",
  "readsQueriesStrictly",
  "isDisposable",
  "hasOtherOwner",
  "limitsRate",
] as const;

/** The name of one capability. */
export type Capability = (typeof capabilities)[number];

/** What a target lacks, each with the reason; what is not named, it can do. */
export type Lacks = Readonly<Partial<Record<Capability, string>>>;

/** Prism 5.16, as measured. */
export const prismLacks: Lacks = {
  keepsState: "Prism stores nothing: every answer is an example of the spec",
  knowsTokens: "Prism takes any bearer token",
  writesOwnProblems: "Prism sends the problem of the example, with the example's request id and path",
  answersMalformedJson: "Prism never answers a body that is not JSON",
  answersWrongMethods: "Prism answers a wrong method and HEAD with 405 in a body of its own, without Allow",
  limitsBodies: "Prism reads bodies of up to 10 MB",
  insistsOnContentType: "Prism answers a body without a content type with 400, as if it were JSON",
  readsQueriesStrictly: "Prism takes an empty query value for none, and query names in any letter case",
  isDisposable: "Prism has nothing that could be changed",
  hasOtherOwner: "Prism has no owners",
  limitsRate: "Prism has no rate limit",
};

const answersOnItsOwn = "Only a mock answers with the status and the example that it is asked for";

/** The service of this repository, started for the suite alone. */
export const serviceLacks: Lacks = {
  answersAsAsked: answersOnItsOwn,
  limitsRate: "Rate limits are off by default; a run against a service that has one follows",
};

/** The fake service of the client, which runs no server. */
export const fakeLacks: Lacks = {
  answersAsAsked: answersOnItsOwn,
  hasOtherOwner: "The fake has one owner",
  limitsRate: "The fake has no rate limit; it fails on demand instead",
};

/** A service that somebody runs; `env` says how much of it may be used. */
export function remoteLacks(env: { isDisposable: boolean; hasOtherOwner: boolean }): Lacks {
  return {
    answersAsAsked: answersOnItsOwn,
    limitsRate: "A rate limit is the operator's choice, and nobody's to run into by a test",
    ...(env.isDisposable
      ? {}
      : { isDisposable: "CONTRACT_DISPOSABLE is not 1: no retry is started and no host is linked" }),
    ...(env.hasOtherOwner ? {} : { hasOtherOwner: "CONTRACT_OTHER_TOKEN is not set" }),
  };
}
