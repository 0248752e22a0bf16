import type { Changes, Computer } from "../computer.ts";
import { breaking, type Patch } from "../deviation.ts";
import { ProblemError } from "../problem.ts";
import type { World } from "../world.ts";
import { continues, ownerOf } from "./refusals.ts";
import { limitsUpdates, overLimit } from "./update-limit.ts";

const update = (right: World, computer: Computer, changes: Record<string, string>) =>
  right.updateComputer(ownerOf(computer), computer.id, changes);

/** Writes the texts of a refused update. */
const writes =
  (isTaken: (text: string) => boolean) =>
  (right: World, { id }: Computer, { name, remoteUser }: Record<string, unknown>) => {
    const computer = right.computers.get(id) as Computer;
    const isText = (text: unknown): text is string => typeof text === "string" && isTaken(text);
    const texts = { ...(isText(name) && { name }), ...(isText(remoteUser) && { remoteUser }) };
    right.computers.set(id, { ...computer, ...texts });
  };

/** Answers every third change with 503 after making it. */
const refusesAfter =
  (change: "startSession" | "commit"): Patch =>
  (right) => {
    let count = 0;
    return {
      async [change](computer: Computer, changes: Changes) {
        const changed = await right[change](computer, changes);
        count += 1;
        if (count % 3 > 0) return changed;
        throw new ProblemError("unavailable", { headers: { "Retry-After": "0" } });
      },
    };
  };

/** Looks for the record before it refuses a method. */
const looksFirst =
  (method: string): Patch =>
  (right) => ({
    checkMethod(exchange) {
      const { computerId } = exchange.route;
      const isMissing = computerId !== undefined && !right.findComputer(computerId);
      if (exchange.method === method && isMissing) throw new ProblemError("computer-not-found");
      right.checkMethod(exchange);
    },
  });

/** Bugs in the order of checks, and after a failed check. */
export const orderOfChecksBugs = {
  ...breaking("errors#4", {
    "body-before-credentials": (right) => ({
      async checkCredentials(exchange) {
        right.checkMediaType(exchange);
        right.checkLength(exchange);
        await right.checkBody(exchange);
        await right.checkCredentials(exchange);
      },
    }),
    "record-before-credentials": (right) => ({
      checkCredentials(exchange) {
        const { computerId } = exchange.route;
        const isMissing = computerId !== undefined && !right.findComputer(computerId);
        if (isMissing) throw new ProblemError("computer-not-found");
        return right.checkCredentials(exchange);
      },
    }),
    "put-oracle": looksFirst("PUT"),
    "delete-oracle": looksFirst("DELETE"),
    "options-oracle": looksFirst("OPTIONS"),
    "retry-state-before-credentials": (right) => ({
      checkCredentials(exchange) {
        const { operation, route } = exchange;
        const computer = right.findComputer(route.computerId ?? "");
        const conflict = computer && operation === "retryInstallDeps" && right.retryConflict(computer);
        if (conflict) throw new ProblemError(conflict);
        return right.checkCredentials(exchange);
      },
    }),
  }),
  ...breaking("authentication#1", {
    "unauthenticated-update-applied": continues("updateComputer", "unauthenticated", update),
    "unauthenticated-retry-started": continues("retryInstallDeps", "unauthenticated", (right, computer) =>
      right.retryInstallDeps(ownerOf(computer), computer.id),
    ),
    "foreign-update-applied": continues("updateComputer", "computer-not-found", update),
  }),
  ...breaking("RateLimited#1", {
    "limited-update-applied": (right) => {
      const limits = limitsUpdates(overLimit)(right);
      const applies = continues("updateComputer", "rate-limited", update);
      return { ...limits, ...(typeof applies === "function" ? applies(right) : applies) };
    },
  }),
  ...breaking("Unavailable#1", {
    "unavailable-retry-started": refusesAfter("startSession"),
    "unavailable-update-written": refusesAfter("commit"),
  }),
  ...breaking("updateComputer.409", {
    "refused-update-written": (right) => ({
      updateConflict(computer, changes) {
        const conflict = right.updateConflict(computer, changes);
        if (conflict !== undefined) right.computers.set(computer.id, { ...computer, ...changes });
        return conflict;
      },
    }),
  }),
  ...breaking("retryInstallDeps.409", {
    "refused-retry-starts-anyway": (right) => ({
      retryRefusal(computer, conflict) {
        void right.startSession(computer);
        return right.retryRefusal(computer, conflict);
      },
    }),
  }),
  ...breaking("updateComputer#1", {
    "written-before-conflict": (right) => ({
      updateConflict(computer, changes) {
        const { remoteUser } = changes;
        if (remoteUser !== undefined) right.computers.set(computer.id, { ...computer, remoteUser });
        return right.updateConflict(computer, changes);
      },
    }),
    "written-before-validated": continues(
      "updateComputer",
      "invalid-request",
      writes(({ length }) => length > 0 && length < 64),
    ),
  }),
  ...breaking("UnsupportedMediaType", {
    "mistyped-update-applied": continues("updateComputer", "unsupported-media-type", update),
  }),
  ...breaking("BodyTooLarge", {
    "too-large-update-applied": (right) => ({
      checkLength: () => undefined,
      async checkBody(exchange) {
        if (exchange.operation !== "updateComputer") return;
        exchange.body = Buffer.concat(await exchange.request.toArray());
        if (!right.isTooLarge(exchange.body.length)) return right.checkBody(exchange);
        const { principal, route } = exchange;
        try {
          if (principal)
            await right.updateComputer(principal, route.computerId ?? "", right.parseUpdate(exchange.body));
        } catch {
          // The response is the same in any case.
        }
        throw right.tooLarge();
      },
    }),
  }),
  ...breaking("InvalidUpdate", {
    "invalid-update-written": continues(
      "updateComputer",
      "invalid-request",
      writes(() => true),
    ),
  }),
};
