import type { ContractRequest, Exchange } from "../http/exchange.ts";
import type { Violation } from "./check-names.ts";
import { isProblem } from "./response-checks.ts";

/** Compares responses with earlier ones of the same run. */
export interface Observer {
  sending?(request: ContractRequest): void;
  observe(exchange: Exchange, request: ContractRequest): readonly Violation[];
}

/** Checks that no two responses share a request ID. */
export function requestIdObserver(): Observer {
  const seen = new Map<string, string>();
  return {
    observe({ headers, method, url }) {
      const id = headers.get("x-request-id");
      if (!id) return [];
      const earlier = seen.get(id);
      seen.set(id, `${method} ${url}`);
      if (earlier === undefined) return [];
      return [
        {
          check: "unique_request_id",
          rule: "X-Request-Id#1",
          message: `${earlier} had the same X-Request-Id, ${id}`,
        },
      ];
    },
  };
}

/** Checks that a problem type has one title and one status (RFC 9457, section 3.1). */
export function problemTypeObserver(): Observer {
  const titles = new Map<string, { title: unknown; status: number }>();
  const reported = new Set<string>();
  return {
    observe(exchange) {
      const { type, title } = (exchange.json ?? {}) as { type?: unknown; title?: unknown };
      if (!isProblem(exchange) || typeof type !== "string" || type === "about:blank") return [];
      const first = titles.get(type) ?? { title, status: exchange.status };
      titles.set(type, first);
      const check = "problem_describes_response";
      const violations: Violation[] = [];
      if (first.title !== title) {
        const message = `the title of ${type} is "${title}", and was "${first.title}"`;
        violations.push({ check, rule: "Problem.title", message });
      }
      if (first.status !== exchange.status) {
        const message = `the problem ${type} has status ${exchange.status}, and had ${first.status}`;
        violations.push({ check, rule: "Problem.type#1", message });
      }
      // Report it once, or every case that gets the problem would fail for the same reason.
      const isNew = violations.length > 0 && !reported.has(type);
      if (isNew) reported.add(type);
      return isNew ? violations : [];
    },
  };
}
