/** When an acceptance without `--until` ends. */
export const defaultUntil = "the next that may break";

/** The arguments of `diff` and `check`. */
export interface JudgeArguments {
  readonly command: "diff" | "check";
  readonly base?: string | undefined;
  /** Files, folders and globs. @default `spec/openapi.yaml` */
  readonly revisions?: readonly string[] | undefined;
  readonly baseRef?: string | undefined;
  readonly isMergeBase?: boolean | undefined;
  readonly format?: string | undefined;
  /** The policy file. */
  readonly policy?: string | undefined;
  /** Whether to accept what breaks. */
  readonly isAccepting?: boolean | undefined;
  readonly reason?: string | undefined;
  /** The version in which an acceptance expires, or its last day. @default {@link defaultUntil} */
  readonly until?: string | undefined;
  /** Whether to show each breaking change with a request or response. */
  readonly isWitnessed?: boolean | undefined;
}
