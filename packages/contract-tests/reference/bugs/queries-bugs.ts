import { breaking, fail, type Patch } from "../deviation.ts";
import type { Pair } from "../exchange.ts";
import { ProblemError } from "../problem.ts";

/** Reads the pairs of a query otherwise. */
const reads =
  (change: (pairs: readonly Pair[], isUuid: (text: string) => boolean) => readonly Pair[]): Patch =>
  (right) => ({
    parseQuery: (search) => change(right.parseQuery(search), (text) => right.isUuid(text, "query")),
  });

/** Takes one of the values of a repeated parameter. */
const takes =
  (parameter: string, choose: (values: readonly string[]) => string | undefined): Patch =>
  (right) => ({
    singleValue: (values, name) => (name === parameter ? choose(values) : right.singleValue(values, name)),
  });

/** Accepts further values of the steps flag. */
const allows =
  (isAllowed: (flag: string) => boolean): Patch =>
  (right) => ({ isFlag: (flag) => isAllowed(flag) || right.isFlag(flag) });

const known = ["hostId", "includeProvisioningSteps"];

/** Bugs of query parameters. */
export const queriesBugs = {
  ...breaking("listComputers.hostId#1", {
    "query-of-head-unchecked": (right) => ({
      checkQuery(exchange) {
        if (exchange.method === "HEAD") exchange.filter = right.parseFilter("");
        else right.checkQuery(exchange);
      },
    }),
    "invalid-host-filter-matches-nothing": { isHostFilter: () => true },
    "invalid-host-filter-ignored": reads((pairs, isUuid) =>
      pairs.filter(([name, value]) => name !== "hostId" || isUuid(value)),
    ),
    "blank-host-filter-ignored": reads((pairs) =>
      pairs.filter(([name, value]) => name !== "hostId" || value !== ""),
    ),
    "unhyphenated-filter-accepted": (right) => ({
      isHostFilter: (value) => /^\{?[0-9a-f-]{32,36}\}?$/i.test(value) || right.isHostFilter(value),
    }),
  }),
  ...breaking("listComputers.includeProvisioningSteps#1", {
    "any-flag-accepted": allows(() => true),
    "blank-flag-accepted": allows((flag) => flag === ""),
    "numeric-flag-accepted": allows((flag) => /^[01]$/.test(flag)),
    "flag-case-ignored": allows((flag) => /^(true|false)$/i.test(flag)),
  }),
  ...breaking("listComputers#2", {
    "repeated-host-takes-last": takes("hostId", (values) => values.at(-1)),
    "repeated-flag-takes-first": takes("includeProvisioningSteps", ([first]) => first),
    "equal-repeats-accepted": (right) => ({
      singleValue: (values, name) => right.singleValue([...new Set(values)], name),
    }),
    "name-in-query-filters": (right) => ({
      list(exchange, owner) {
        const [, name] = right.parseQuery(exchange.search).find(([key]) => key === "name") ?? [];
        return right.list(exchange, owner).filter((one) => name === undefined || one.name === name);
      },
    }),
    "unknown-query-refused": (right) => ({
      parseFilter(search) {
        const unknown = right.parseQuery(search).find(([name]) => !known.includes(name));
        if (!unknown) return right.parseFilter(search);
        const errors = [{ parameter: unknown[0], message: "is not a known parameter" }];
        throw new ProblemError("invalid-request", { errors });
      },
    }),
    "query-name-case-ignored": reads((pairs) =>
      pairs.map(([name, value]) => [
        known.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name,
        value,
      ]),
    ),
    "brackets-in-query-are-500": (right) => ({
      parseQuery: (search) => (/\[|%5b/i.test(search) ? fail() : right.parseQuery(search)),
    }),
    "malformed-query-is-500": (right) => ({
      decodeQuery: (text, part) => (/%(?![0-9a-f]{2})/i.test(text) ? fail() : right.decodeQuery(text, part)),
    }),
  }),
  ...breaking("listComputers.hostId", {
    "query-names-not-decoded": (right) => ({
      decodeQuery: (text, part) => (part === "name" ? text : right.decodeQuery(text, part)),
    }),
    "query-values-not-decoded": (right) => ({
      decodeQuery: (text, part) => (part === "value" ? text : right.decodeQuery(text, part)),
    }),
  }),
};
