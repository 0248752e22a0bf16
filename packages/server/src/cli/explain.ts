import { ImportError } from "../admin/administration.ts";
import { problemList } from "../config/problem-list.ts";
import { CliError } from "./cli-io.ts";

/** Begins the list of what is wrong with a record or a file; any other error stays as it is. */
export function explain(error: unknown, what: string): unknown {
  if (!(error instanceof ImportError)) return error;
  return new CliError(problemList(what, error.message.split("\n")));
}
