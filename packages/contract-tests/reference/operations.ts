import type { Computer } from "./computer.ts";
import type { Principal } from "./credentials.ts";
import type { Reply } from "./exchange.ts";
import { ProblemError } from "./problem.ts";
import { part } from "./world.ts";

/** Whether a computer belongs to a principal. */
export function isOwn({ ownerId, ownerPrincipalKind }: Computer, { id, kind }: Principal): boolean {
  return ownerId === id && ownerPrincipalKind === kind;
}

/** The four operations. */
export const operations = part({
  async perform(exchange) {
    const { operation, principal, changes, route, method } = exchange;
    const { computerId: id = "" } = route;
    if (!principal) throw this.unauthenticated("missing", "");
    switch (operation) {
      case "listComputers":
        return json(200, { computers: this.list(exchange, principal) });
      case "updateComputer":
        return json(200, this.present(await this.updateComputer(principal, id, changes), "update"));
      case "retryInstallDeps":
        return json(202, this.present(await this.retryInstallDeps(principal, id), "retry"));
      default:
        return json(200, this.getComputer(principal, id, method === "HEAD" ? "head" : "get"));
    }
  },

  getComputer(owner, id, purpose) {
    return this.present(this.ownComputer(owner, id, purpose), "get");
  },

  /** Returns the owner's computer with an ID, or fails with the same 404 for a missing and a foreign computer. */
  ownComputer(owner, id, purpose) {
    const computer = this.findComputer(id);
    if (!computer || !this.mayUse(owner, computer, purpose)) throw new ProblemError("computer-not-found");
    return computer;
  },

  findComputer(id) {
    return this.computers.get(id);
  },

  mayUse(owner, computer) {
    return isOwn(computer, owner);
  },
});

function json(status: number, body: unknown): Reply {
  return { status, headers: { "Content-Type": "application/json" }, body };
}
