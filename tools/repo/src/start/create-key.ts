import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const program = fileURLToPath(new URL("../../../../packages/server/src/cli/main.ts", import.meta.url));

/**
 * Creates an API key for the sample computers of the running service.
 *
 * @param databaseUrlFile the file with the URL of its database, if the environment does not name it
 * @throws Error with the output of the command
 */
export async function createKey(root: string, databaseUrlFile: string | undefined): Promise<string> {
  const args = [program, "keys", "create", "--owner", "usr_sandbox", "--name", "npm start"];
  // An empty variable counts as unset.
  const other = {
    COMPUTE_HOST_DATABASE_URL: "",
    DATABASE_URL: "",
    COMPUTE_HOST_DATABASE_URL_FILE: databaseUrlFile,
  };
  const env = databaseUrlFile === undefined ? process.env : { ...process.env, ...other };
  try {
    return (await promisify(execFile)(process.execPath, args, { cwd: root, env })).stdout.trim();
  } catch (error) {
    throw new Error(`No API key could be created: ${(error as { stderr?: string }).stderr?.trim() || error}`);
  }
}
