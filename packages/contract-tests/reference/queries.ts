import { ProblemError, type Violation } from "./problem.ts";
import { part } from "./world.ts";

/** The query of a list; unknown parameters are ignored. */
export const queries = part({
  /** Parses the query of a list, or fails with 400. */
  parseFilter(search) {
    const pairs = this.parseQuery(search);
    const violations: Violation[] = [];
    const read = (parameter: string, isValid: (value: string) => boolean, message: string) => {
      const values = pairs.filter(([name]) => name === parameter).map(([, value]) => value);
      const value = this.singleValue(values, parameter);
      if (value === null) violations.push({ parameter, message: "must not be given more than once" });
      else if (value !== undefined && !isValid(value)) violations.push({ parameter, message });
      return value ?? undefined;
    };
    const hostId = read("hostId", (value) => this.isHostFilter(value), "must be a UUID");
    const flagMessage = 'must be "true" or "false"';
    const flag = read("includeProvisioningSteps", (value) => this.isFlag(value), flagMessage);
    if (violations.length > 0) throw new ProblemError("invalid-request", { errors: violations });
    return { hostId, withSteps: this.includesSteps(flag) };
  },

  parseQuery(search) {
    const parts = search === "" ? [] : search.split("&");
    return parts.map((part) => {
      const [, name = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
      return [this.decodeQuery(name, "name"), this.decodeQuery(value, "value")];
    });
  },

  /** Decodes a text; keeps a malformed encoding as sent, which no known parameter allows. */
  decodeQuery(text) {
    try {
      return decodeURIComponent(text.replaceAll("+", " "));
    } catch {
      return text;
    }
  },

  /** Returns the value of a parameter, or `null` if it is given more than once. */
  singleValue(values) {
    return values.length > 1 ? null : values[0];
  },

  isHostFilter(value) {
    return this.isUuid(value, "query");
  },

  isFlag(value) {
    return value === "true" || value === "false";
  },

  includesSteps(flag) {
    return flag === "true";
  },
});
