import { ImportError } from "../../admin/import-error.ts";
import { problemList } from "../../config/problem-list.ts";
import { CliError } from "../cli-io.ts";

/** Runs something; puts `what` before the list of what is wrong with a record or a file, and passes other errors on. */
export async function explain<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new CliError(problemList(what, error.message.split("\n")));
  }
}
