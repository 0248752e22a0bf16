/** What a target may or may not be able to do; a case names those that it needs. */
export const capabilities = [
  "keepsState",
  "knowsTokens",
  "writesOwnProblems",
  "answersMalformedJson",
  "answersWrongMethods",
  "limitsBodies",
  "insistsOnContentType",
  "readsQueriesStrictly",
  "refusesUuidUrns",
  "hasSocket",
  "mayChange",
  "isDisposable",
  "hasOtherOwner",
  "hasRevokedToken",
  "hasExpiredToken",
] as const;

/** The name of one capability. */
export type Capability = (typeof capabilities)[number];

/** What a target lacks, each with the reason; what is not named, it can do. */
export type Lacks = Readonly<Partial<Record<Capability, string>>>;
