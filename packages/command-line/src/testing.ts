import { spawnSync } from "node:child_process";
import { devNull } from "node:os";

/**
 * Whether this machine has a program that some tests need and the repository does not install. Without it
 * they are reported as `NOT RUN`.
 */
export function hasProgram(name: "curl" | "python3"): boolean {
  return spawnSync(name, ["--version"]).status === 0;
}

/**
 * The variables of git in a repository that a test creates: an author, and none of this machine's
 * configuration, whose hooks, signatures, ignored files and line endings would change the result.
 */
export const gitOfTests: Readonly<Record<string, string>> = {
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: "1",
  // An empty template folder copies nothing into a new repository.
  GIT_TEMPLATE_DIR: "",
  ...Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) => [
      [`GIT_${role}_NAME`, "Test"],
      [`GIT_${role}_EMAIL`, "test@example.com"],
    ]),
  ),
};
