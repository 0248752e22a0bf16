/** The capabilities that targets may lack; a case names those it needs. */
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

/** The name of a capability. */
export type Capability = (typeof capabilities)[number];

/** The capabilities that a target lacks, each with the reason; it has all others. */
export type Lacks = Readonly<Partial<Record<Capability, string>>>;
