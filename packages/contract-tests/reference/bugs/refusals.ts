import { type Computer, installDepsId } from "../computer.ts";
import type { Patch } from "../deviation.ts";
import type { Operation } from "../exchange.ts";
import type { ProblemError, ProblemKind } from "../problem.ts";
import type { World } from "../world.ts";

/** Refuses retries that no correct implementation refuses. */
export function refusesRetry(isRefused: (computer: Computer, right: World) => boolean): Patch {
  return (right) => ({
    retryConflict(computer) {
      const hasStep = computer.provisioningSteps.some(({ id }) => id === installDepsId);
      return hasStep && isRefused(computer, right)
        ? "install-session-running"
        : right.retryConflict(computer);
    },
  });
}

/** Continues after the refusal of a request that names a computer. */
export function continues(
  operation: Operation,
  kind: ProblemKind,
  act: (right: World, computer: Computer, changes: Record<string, string>) => unknown,
): Patch {
  return (right) => ({
    async refuse(exchange, problem) {
      const computer = right.computers.get(exchange.route.computerId ?? "");
      if (computer && exchange.operation === operation && problem.kind === kind) {
        const body = exchange.body ?? (await right.readBody(exchange.request));
        const changes = operation === "updateComputer" ? objectOf(body) : {};
        // An error after a refusal must not change the response.
        await Promise.resolve(act(right, computer, changes)).catch(() => undefined);
      }
      return right.refuse(exchange, problem);
    },
  });
}

function objectOf(body: Buffer): Record<string, string> {
  try {
    return Object(JSON.parse(body.toString("utf8"))) as Record<string, string>;
  } catch {
    return {};
  }
}

/** Changes problems of a kind where they arise. */
export function restated(problem: ProblemError, details: ProblemError["details"]): ProblemError {
  Object.assign(problem, { details: { ...problem.details, ...details } });
  return problem;
}

/** The owner of a computer. */
export const ownerOf = ({ ownerId: id, ownerPrincipalKind: kind }: Computer) => ({ id, kind });
