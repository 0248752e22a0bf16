import type { Exchange } from "../http/exchange.ts";
import type { ContractApi } from "../openapi/contract-api.ts";
import { missingHeadersOf } from "./response-checks.ts";

/** A required header field that the responses of an operation with one status lack. */
export interface MissingHeader {
  readonly operationId: string;
  readonly status: number;
  readonly name: string;
  /** The first response without it. */
  readonly exchange: Exchange;
}

/**
 * Remembers the header fields that are missing, so that the first case about an operation fails for each, rather than every case
 * that needs a response of that operation.
 */
export class MissingHeaders {
  readonly #seen = new Map<string, MissingHeader>();
  readonly #reported = new Set<string>();

  /**
   * Returns the names that a case has to report.
   *
   * @param operationId the operation that the case is about
   */
  report(api: ContractApi, exchange: Exchange, operationId: string | undefined): string[] {
    const { operation, status } = exchange;
    return missingHeadersOf(api, exchange).filter((name) => {
      const key = `${operation.operationId} ${status} ${name}`;
      if (!this.#seen.has(key)) {
        this.#seen.set(key, { operationId: operation.operationId, status, name, exchange });
      }
      if (operationId !== operation.operationId || this.#reported.has(key)) return false;
      this.#reported.add(key);
      return true;
    });
  }

  /** Returns what only cases about other operations have seen. */
  unreported(): MissingHeader[] {
    return [...this.#seen].filter(([key]) => !this.#reported.has(key)).map(([, missing]) => missing);
  }
}
