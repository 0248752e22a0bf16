import { spawnSync } from "node:child_process";

/** The user that PostgreSQL runs as. */
export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Finds the user that PostgreSQL runs as where this process runs as root, whom it refuses: `postgres`, which is created if it is
 * missing.
 *
 * @returns `undefined` if this process does not run as root
 * @throws Error if there is no such user, and it cannot be created
 */
export function postgresUser(): PostgresUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const found = find();
  if (found !== undefined) return found;
  const args = ["--system", "--user-group", "--no-create-home", "postgres"];
  const { error, stderr } = spawnSync("useradd", args, { encoding: "utf8" });
  const created = find();
  if (created !== undefined) return created;
  const reason = (error?.message ?? stderr).trim();
  throw new Error(
    `PostgreSQL refuses to run as root, and its user postgres cannot be created (${reason}): create it, or start as another user.`,
  );
}

function find(): PostgresUser | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const { status, stdout } = spawnSync("id", [flag, "postgres"], { encoding: "utf8" });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** Asks the system whether a user may enter a folder or run a program (`-x`), or read a file (`-r`). Without a user: yes. */
export function mayUse(user: PostgresUser | undefined, access: "-x" | "-r", path: string): boolean {
  // Permissions of the folders above, and access lists, count too.
  return user === undefined || spawnSync("test", [access, path], { ...user, cwd: "/" }).status === 0;
}
