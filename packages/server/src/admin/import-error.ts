/** One thing that is wrong with a record. */
export interface ImportProblem {
  /** Line on which the record begins, from 1; absent if there is no file. */
  readonly line?: number;
  /** JSON Pointer of the field; absent when it concerns the record as a whole. */
  readonly field?: string;
  readonly message: string;
}

/** A record or a file cannot be imported; nothing was. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly problems: readonly ImportProblem[];

  constructor(problems: readonly ImportProblem[]) {
    super(problems.map(describeProblem).join("\n"));
    this.problems = problems;
  }
}

function describeProblem({ line, field, message }: ImportProblem): string {
  const place = [line === undefined ? "" : `line ${line}`, field ?? ""].filter(Boolean).join(", ");
  return place === "" ? message : `${place}: ${message}`;
}
