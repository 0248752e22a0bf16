import type { BugId } from "./bugs/bugs.ts";
import type { Computer } from "./computer.ts";
import type { Principal } from "./credentials.ts";
import { ProblemError } from "./problem.ts";
import type { World } from "./world.ts";

/** The purpose of looking up a record. */
export type Purpose = "get" | "head" | "update" | "empty update" | "retry";

const forgottenOwner: Readonly<Record<Purpose, BugId>> = {
  get: "get-ignores-owner",
  head: "head-ignores-owner",
  update: "update-ignores-owner",
  "empty update": "empty-update-ignores-owner",
  retry: "retry-ignores-owner",
};

/** Returns the owner's computer with an ID, or fails with the same 404 for a missing and a foreign computer. */
export function ownComputer(world: World, owner: Principal, id: string, purpose: Purpose): Computer {
  const computer = findComputer(world, id);
  if (!computer) {
    if (world.bug("unknown-id-is-500")) throw new ProblemError("internal-error");
    throw new ProblemError("computer-not-found");
  }
  if (isOwn(computer, owner) || world.bug(forgottenOwner[purpose])) return computer;
  if (world.bug("foreign-record-is-403")) throw new ProblemError("computer-not-found", { status: 403 });
  const detail = world.bug("foreign-record-told-apart")
    ? "This computer belongs to another owner."
    : undefined;
  throw new ProblemError("computer-not-found", detail === undefined ? {} : { detail });
}

/** Whether a computer belongs to a principal. */
export function isOwn(computer: Computer, owner: Principal): boolean {
  return computer.ownerId === owner.id && computer.ownerPrincipalKind === owner.kind;
}

function findComputer(world: World, id: string): Computer | undefined {
  const exact = world.computers.get(id);
  if (exact) return exact;
  return [...world.computers.values()].find(
    (computer) =>
      (world.bug("id-case-ignored") && computer.id.toLowerCase() === id.toLowerCase()) ||
      (world.bug("id-prefix-matches") && id.length > 3 && computer.id.startsWith(id)) ||
      (world.bug("id-wildcards-match") && likePattern(id).test(computer.id)) ||
      (world.bug("longer-id-matches") && id.startsWith(computer.id)),
  );
}

/** Converts an SQL LIKE pattern to a regular expression. */
export function likePattern(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`, "iu");
}
