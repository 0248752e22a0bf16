import { lstatSync, mkdirSync } from "node:fs";
import { userInfo } from "node:os";

/**
 * Makes a folder that only this user may enter. Another user may have created one in the temporary directory first, to listen in.
 *
 * @param use what it is for, in messages.
 * @throws Error when it belongs to another user, or cannot be made.
 */
export function makePrivateFolder(folder: string, use: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = lstatSync(folder).uid;
  if (owner !== userInfo().uid && owner !== 0)
    throw new Error(`The folder ${folder} ${use} belongs to another user.`);
}
