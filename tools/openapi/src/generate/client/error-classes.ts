import { STATUS_CODES } from "node:http";
import type { Api } from "../../model/api.ts";
import { pascalCase } from "../../model/names.ts";

/** A class of the client for one error status of the description. */
export interface ErrorClass {
  readonly name: string;
  readonly status: string;
  /** What the operations say about the status, each text once; or its reason phrase. */
  readonly comment: readonly string[];
}

/** Names that differ from the reason phrase, because clients usually use these. */
const usualNames: Readonly<Record<string, string>> = {
  "401": "Authentication",
  "413": "PayloadTooLarge",
  "429": "RateLimit",
};

/** The class of every status from 500 on, and the base of those that have their own class. */
export const serverError = "ServerError";

/**
 * Returns a class for each error status that an operation documents, except 500, which is {@link serverError}
 * itself.
 */
export function errorClasses({ operations }: Api): ErrorClass[] {
  const responses = operations.flatMap((operation) => operation.responses);
  const own = Map.groupBy(responses.filter(hasOwnClass), ({ status }) => status);
  return [...own]
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([status, group]) => {
      const texts = group.map(({ description }) => `${status}: ${description || reasonPhrase(status)}`);
      return { name: errorName(status), status, comment: [...new Set(texts)] };
    });
}

/** Names the error that the client throws for a documented status, or for `default`. */
export function errorName(status: string): string {
  if (!hasOwnClass({ status })) return status.startsWith("5") ? serverError : "ApiError";
  return `${usualNames[status] ?? pascalCase(reasonPhrase(status).replaceAll("'", ""))}Error`;
}

function reasonPhrase(status: string): string {
  return STATUS_CODES[status] ?? `Status ${status}`;
}

function hasOwnClass({ status }: { readonly status: string }): boolean {
  return /^[45]\d\d$/.test(status) && status !== "500";
}
