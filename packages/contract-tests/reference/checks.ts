import { randomUUID } from "node:crypto";
import type { Exchange } from "./exchange.ts";
import { ProblemError } from "./problem.ts";
import { part } from "./world.ts";

/** What every request passes before its operation. */
export const checks = part({
  newRequestId() {
    return randomUUID();
  },

  /** Creates the reply to a request. */
  async replyTo(exchange) {
    const reply = await this.performOrRefuse(exchange);
    reply.headers["X-Request-Id"] = exchange.requestId;
    return reply;
  },

  async performOrRefuse(exchange) {
    try {
      await this.check(exchange);
      return await this.perform(exchange);
    } catch (error) {
      if (!(error instanceof ProblemError)) console.error(error);
      const problem = error instanceof ProblemError ? error : new ProblemError("internal-error");
      return await this.refuse(exchange, problem);
    }
  },

  /** Runs the checks in their order; the first failure ends the request. */
  async check(exchange) {
    this.checkPath(exchange);
    this.checkMethod(exchange);
    await this.checkCredentials(exchange);
    this.checkRate(exchange);
    this.checkMediaType(exchange);
    this.checkLength(exchange);
    await this.checkBody(exchange);
    this.checkQuery(exchange);
  },

  checkPath(exchange) {
    exchange.route = this.matchRoute(exchange.rawPath, exchange.search);
  },

  checkMethod(exchange) {
    const { operations } = exchange.route;
    if (Object.hasOwn(operations, exchange.method)) exchange.operation = operations[exchange.method];
    else throw this.methodRefusal(Object.keys(operations));
  },

  methodRefusal(methods) {
    return new ProblemError("method-not-allowed", { headers: { Allow: methods.join(", ") } });
  },

  checkCredentials(exchange) {
    exchange.principal = this.authenticate(exchange);
  },

  /** There is no limit. */
  checkRate(_exchange: Exchange): void {},

  checkQuery(exchange) {
    if (exchange.operation === "listComputers") exchange.filter = this.parseFilter(exchange.search);
  },
});
