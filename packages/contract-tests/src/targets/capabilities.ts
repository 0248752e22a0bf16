/** A capability that a target may lack; a case names those it needs. */
export type Capability =
  | "keepsState"
  | "knowsTokens"
  | "writesOwnProblems"
  | "answersMalformedJson"
  | "answersWrongMethods"
  | "limitsBodies"
  | "insistsOnContentType"
  | "readsQueriesStrictly"
  | "refusesUuidUrns"
  | "hasSocket"
  | "mayChange"
  | "isDisposable"
  | "hasOtherOwner"
  | "hasRevokedToken"
  | "hasExpiredToken";

/** The capabilities that a target lacks, each with the reason; it has all others. */
export type Lacks = Readonly<Partial<Record<Capability, string>>>;
