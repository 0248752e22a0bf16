import { spawnSync } from "node:child_process";

/** Whether this machine has a program that some tests need and the repository does not install: without it they read `NOT RUN`. */
export function hasProgram(name: "curl" | "python3"): boolean {
  return spawnSync(name, ["--version"]).status === 0;
}
