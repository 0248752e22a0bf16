import { isObject } from "@compute-host/openapi/model";
import type { TextField } from "./computer.ts";
import { ProblemError } from "./problem.ts";
import { part } from "./world.ts";

/** The fields that an update may change. */
export const fields: readonly string[] = ["name", "hostId", "remoteUser"];

/** Returns the JSON Pointer to a member of the body (RFC 6901). */
export function pointerTo(key: string): string {
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The body of an update. */
export const updateBodies = part({
  /** Parses the changes in a body, or fails with 400. */
  parseUpdate(body) {
    const object = this.asObject(this.parseJson(body));
    const errors = Object.entries(object).flatMap(([key, value]) => {
      const message = this.fieldError(key, value);
      return message === undefined ? [] : [{ pointer: pointerTo(key), message }];
    });
    if (errors.length > 0) throw new ProblemError("invalid-request", { errors });
    return object;
  },

  asObject(value) {
    if (isObject(value)) return value;
    throw new ProblemError("invalid-request", { errors: [{ pointer: "", message: "must be an object" }] });
  },

  /** Returns what is wrong with a member of the body, if anything. */
  fieldError(key, value) {
    if (!fields.includes(key)) return "is not a known property";
    if (typeof value !== "string") return "must be a string";
    if (key === "hostId") return this.isUuid(value, "body") ? undefined : "must be a UUID";
    return this.textError(value, key as TextField);
  },

  /** Whether a text is a UUID, of any version and in either letter case (RFC 9562, section 4). */
  isUuid(text) {
    return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
  },

  textError(text, field) {
    const { min, max } = this.bounds(field);
    const length = this.lengthOf(text);
    if (length < min) return `must have at least ${min} character`;
    if (length > max) return `must have at most ${max} characters`;
    return this.isStorable(text) ? undefined : "must not contain a lone surrogate";
  },

  bounds() {
    return { min: 1, max: 63 };
  },

  /** Counts Unicode code points. */
  lengthOf(text) {
    return [...text].length;
  },

  isStorable(text) {
    return text.isWellFormed();
  },
});
