import type { Computer } from "../computer.ts";
import { breaking, cachesList, type Patch } from "../deviation.ts";
import type { ListFilter, Purpose } from "../exchange.ts";
import { isOwn } from "../operations.ts";
import { ProblemError } from "../problem.ts";

/** Lists every owner's computers for some filters. */
const forgetsOwner =
  (isForgotten: (filter: ListFilter) => boolean): Patch =>
  (right) => ({
    isListed(computer, owner, filter) {
      const listOwner = { id: computer.ownerId, kind: computer.ownerPrincipalKind };
      return right.isListed(computer, isForgotten(filter) ? listOwner : owner, filter);
    },
  });

/** Does not check the owner for a purpose. */
const lets =
  (forgotten: Purpose): Patch =>
  (right) => ({
    mayUse: (owner, computer, purpose) => purpose === forgotten || right.mayUse(owner, computer, purpose),
  });

/** Refuses foreign computers otherwise than missing ones. */
const tellsApart =
  (details: ProblemError["details"]): Patch =>
  (right) => ({
    ownComputer(owner, id, purpose) {
      const computer = right.findComputer(id);
      if (computer && !isOwn(computer, owner)) throw new ProblemError("computer-not-found", details);
      return right.ownComputer(owner, id, purpose);
    },
  });

/** Refuses a retry of foreign computers for the reason that their owner would get. */
const tellsConflict =
  (isTold: (computer: Computer) => boolean): Patch =>
  (right) => ({
    async retryInstallDeps(owner, id) {
      const any = right.findComputer(id);
      const conflict = any && isTold(any) && right.retryConflict(any);
      if (conflict) throw new ProblemError(conflict);
      return right.retryInstallDeps(owner, id);
    },
  });

/** Bugs that reveal one owner's data to another. */
export const twoOwnersBugs = {
  ...breaking("listComputers#1", {
    "list-ignores-owner": forgetsOwner(() => true),
    "filtered-list-ignores-owner": forgetsOwner(({ hostId }) => hostId !== undefined),
    "list-with-steps-ignores-owner": forgetsOwner(({ withSteps }) => withSteps),
    "list-cache-shared": cachesList(({ search }) => search),
  }),
  ...breaking("authentication#1", {
    "get-ignores-owner": lets("get"),
    "update-ignores-owner": lets("update"),
    "empty-update-ignores-owner": lets("empty update"),
    "retry-ignores-owner": lets("retry"),
  }),
  ...breaking("ComputerId#1", {
    "head-ignores-owner": lets("head"),
    "foreign-record-adds-header": tellsApart({ headers: { "X-Shard": "2" } }),
    "foreign-record-is-403": tellsApart({ status: 403 }),
  }),
  ...breaking("ComputerNotFound#1", {
    "foreign-conflict-told": tellsConflict(() => true),
    "foreign-provisioning-told": tellsConflict(({ status }) => status === "provisioning"),
    "foreign-400-first": (right) => ({
      checkMediaType(exchange) {
        const { computerId } = exchange.route;
        const isMissing = computerId !== undefined && !right.findComputer(computerId);
        if (isMissing) throw new ProblemError("computer-not-found");
        right.checkMediaType(exchange);
      },
    }),
    "foreign-409-name": (right) => ({
      async updateComputer(owner, id, changes) {
        const computer = right.findComputer(id);
        const isForeign = computer !== undefined && !isOwn(computer, owner);
        const own = [...right.computers.values()].filter((one) => isOwn(one, owner));
        if (isForeign && own.some(({ name }) => name === changes.name)) throw new ProblemError("name-taken");
        return right.updateComputer(owner, id, changes);
      },
    }),
    "foreign-409-host": (right) => ({
      async updateComputer(owner, id, changes) {
        const computer = right.findComputer(id);
        const isForeign = computer !== undefined && !isOwn(computer, owner);
        const own = [...right.computers.values()].filter((one) => isOwn(one, owner));
        const isTaken = own.some(({ hostId }) => hostId !== undefined && hostId === changes.hostId);
        if (isForeign && isTaken) throw new ProblemError("host-taken");
        return right.updateComputer(owner, id, changes);
      },
    }),
    "foreign-415-first": (right) => ({
      checkMediaType(exchange) {
        const { computerId } = exchange.route;
        const isMissing = computerId !== undefined && !right.findComputer(computerId);
        const isOther = exchange.request.headers["content-type"] === "text/plain";
        if (isMissing && isOther) throw new ProblemError("computer-not-found");
        right.checkMediaType(exchange);
      },
    }),
    "foreign-400-user": (right) => ({
      async checkBody(exchange) {
        const { computerId } = exchange.route;
        const isMissing = computerId !== undefined && !right.findComputer(computerId);
        await right.checkBody(exchange).catch((error: unknown) => {
          const isOfUser = String(exchange.body).includes("remoteUser");
          throw isMissing && isOfUser ? new ProblemError("computer-not-found") : error;
        });
      },
    }),
    "foreign-record-told-apart": tellsApart({ detail: "This computer belongs to another owner." }),
  }),
  ...breaking("ComputerUpdate.name#1", {
    "name-unique-across-owners": {
      isNameTaken({ id }, name) {
        return [...this.computers.values()].some((other) => other.id !== id && other.name === name);
      },
    },
  }),
  ...breaking("updateComputer.409#1", {
    "host-unique-across-owners": {
      isHostTaken({ id }, hostId) {
        return [...this.computers.values()].some((other) => other.id !== id && this.isLinked(other, hostId));
      },
    },
  }),
};
