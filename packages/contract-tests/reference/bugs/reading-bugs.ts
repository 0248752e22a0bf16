import { objectOf, parametersIn } from "@compute-host/openapi";
import { loadApi } from "../../src/openapi/load-api.ts";
import { type Acts, by, type Tables } from "../acts.ts";
import { fail, maxBodyBytes } from "../problems.ts";
import { isMalformed, parsed } from "../texts.ts";

const api = loadApi();
const propertiesOf = (schema: string) => Object.keys(objectOf(api.schemas[schema]?.properties));

/** The query parameters of the list. */
const known = parametersIn(api.operation("listComputers"), "query").map(({ name }) => name);

/** The properties of an update, and those of a computer that an update must not have. */
const fields = propertiesOf("ComputerUpdate");
const readOnly = propertiesOf("Computer").filter((name) => !fields.includes(name));

/** Reads an object with the first value of each repeated name, where `JSON.parse` keeps the last. */
function firstValues(text: string): Record<string, unknown> {
  const members = [...text.matchAll(/("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*")/g)].reverse();
  return Object.fromEntries(
    members.map(([, name = "", value = ""]) => [JSON.parse(name), JSON.parse(value)]),
  );
}

/** Returns the first object in a text, like a stream decoder. */
const firstObject = (text: string) => /^\s*\{[^{}]*\}/.exec(text)?.[0] ?? text;

/** Replaces a part of each text of a body. */
const replacing =
  (part: RegExp, text: string): Acts["members"] =>
  (all) =>
    all.map(([key, value]) => [key, typeof value === "string" ? value.replace(part, text) : value]);

/** Bugs in how a query or a body is read, each with the rule that it breaks. */
export const readingBugs = {
  decoded: {
    "query-names-not-decoded": by("listComputers.hostId", (text, sent, part) =>
      part === "name" ? sent : text,
    ),
    "query-values-not-decoded": by("listComputers.hostId", (text, sent, part) =>
      part === "value" ? sent : text,
    ),
    "malformed-query-is-500": by("listComputers#2", (text, sent) => (isMalformed(sent) ? fail() : text)),
  },
  included: {
    "steps-always-listed": by("Computer.provisioningSteps#1", () => true),
    "steps-listed-for-false": by(
      "listComputers.includeProvisioningSteps#1",
      (_is, flag) => flag !== undefined,
    ),
    "filter-drops-steps-flag": by(
      "listComputers.includeProvisioningSteps#1",
      (is, _flag, hostId) => is && !hostId,
    ),
  },
  pairs: {
    "unknown-query-refused": by("listComputers#2", (pairs) =>
      pairs.some(([name]) => !known.includes(name)) ? fail("invalid-request") : pairs,
    ),
    "query-of-head-unchecked": by("listComputers.hostId#1", (pairs, { method }) =>
      method === "HEAD" ? [] : pairs,
    ),
    "blank-host-filter-ignored": by("listComputers.hostId#1", (pairs) =>
      pairs.filter(([name, value]) => name !== "hostId" || value !== ""),
    ),
    "equal-repeats-accepted": by("listComputers#2", (pairs) => [
      ...new Map(pairs.map((pair) => [pair.join("="), pair])).values(),
    ]),
    "query-name-case-ignored": by("listComputers#2", (pairs) =>
      pairs.map(([name, value]) => [
        known.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name,
        value,
      ]),
    ),
    "astral-query-is-500": by("listComputers#2", (pairs) =>
      /[\u{10000}-\u{10ffff}]/u.test(pairs.join()) ? fail() : pairs,
    ),
    "long-query-is-500": by("listComputers#2", (pairs, { search }) =>
      search.length > 1_000 ? fail() : pairs,
    ),
    "many-parameters-are-500": by("listComputers#2", (pairs) => (pairs.length > 20 ? fail() : pairs)),
  },
  flag: {
    "any-flag-accepted": by("listComputers.includeProvisioningSteps#1", () => true),
    "flag-case-ignored": by(
      "listComputers.includeProvisioningSteps#1",
      (is, text) => is || /^(true|false)$/i.test(text),
    ),
  },
  uuid: {
    "any-text-taken-as-host": by("ComputerUpdate.hostId", (is, _text, place) => is || place === "body"),
    "line-end-after-uuid-accepted": by(
      "ComputerUpdate.hostId",
      (is, text) => is || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\n$/i.test(text),
    ),
    "only-random-uuids-accepted": by(
      "ComputerUpdate.hostId",
      (is, text, place) => is && (place === "query" || text[14] === "4"),
    ),
    "largest-uuid-unlisted": by(
      "listComputers.hostId",
      (is, text, place) => is && !(place === "query" && /^[f-]+$/i.test(text)),
    ),
  },
  json: {
    "media-type-by-prefix": by(
      "UnsupportedMediaType",
      (is, type) => is || type?.startsWith("application/json") === true,
    ),
    "json-suffix-accepted": by("UnsupportedMediaType", (is, type) => is || /\+json *(;|$)/i.test(type ?? "")),
    "media-type-parameters-refused": by("UnsupportedMediaType", (is, type) => is && !type?.includes(";")),
    "media-type-case-matters": by(
      "UnsupportedMediaType",
      (is, type) => is && !/[A-Z]/.test(type?.split(";", 1)[0] ?? ""),
    ),
    "empty-media-type-accepted": by("UnsupportedMediaType#1", (is, type) => is || type?.trim() === ""),
    "missing-media-type-accepted": by("UnsupportedMediaType#1", (is, type) => is || type === undefined),
    "unknown-charset-is-500": by("UnsupportedMediaType", (is, type) =>
      type?.includes("bogus") ? fail() : is,
    ),
    "retry-needs-media-type": by(
      "retryInstallDeps",
      (is, type, { operation }) => is && (operation === "updateComputer" || type !== undefined),
    ),
  },
  large: {
    "body-limit-missing": by("BodyTooLarge", () => false),
    "body-limit-off-by-one": by("BodyTooLarge#1", (_is, bytes) => bytes > maxBodyBytes + 1),
    "full-body-refused": by("limits#1", (_is, bytes) => bytes >= maxBodyBytes),
    "body-limit-in-characters": by(
      "BodyTooLarge#1",
      (_is, _bytes, _request, body) => (body?.toString().length ?? 0) > maxBodyBytes,
    ),
    "chunked-body-unlimited": by(
      "BodyTooLarge#1",
      (is, _bytes, { headers }) => is && headers["content-length"] !== undefined,
    ),
  },
  bytes: {
    "utf-16-accepted": by("InvalidUpdate", (body) => {
      const isBig = body[0] === 0;
      if (body.length % 2 === 1 || !(isBig || body[1] === 0)) return body;
      return Buffer.from((isBig ? Buffer.from(body).swap16() : body).toString("utf16le"));
    }),
    "body-read-as-latin1": by("InvalidUpdate", (body) => Buffer.from(body.toString("latin1"))),
    "invalid-utf8-replaced": by("InvalidUpdate", (body) => Buffer.from(body.toString())),
  },
  text: {
    "text-after-json-ignored": by("InvalidUpdate", firstObject),
    "trailing-comma-accepted": by("InvalidUpdate", (text) => text.replace(/,(\s*[}\]])/g, "$1")),
    "escaped-slashes-kept": by("updateComputer.body", (text) => text.replaceAll("\\/", "\\\\/")),
    "deep-nesting-is-500": by("InvalidUpdate", (text) => (/(\[\s*){2000}/.test(text) ? fail() : text)),
    "blank-body-taken-as-empty-object": by("InvalidUpdate", (text) => (/^\s+$/.test(text) ? "{}" : text)),
    "byte-order-mark-is-500": by("InvalidUpdate", (text) => (text.startsWith("\ufeff") ? fail() : text)),
    "missing-body-taken-as-empty-object": by("updateComputer.body", (text) => text || "{}"),
    "malformed-json-taken-as-empty-object": by("InvalidUpdate", (text) =>
      parsed(text) === undefined ? "{}" : text,
    ),
    "encoded-body-taken-as-empty": by("InvalidUpdate", (text, { request }) =>
      request.headers["content-encoding"] === "gzip" ? "{}" : text,
    ),
  },
  value: {
    "array-taken-as-empty-object": by("updateComputer.body#1", (value) =>
      Array.isArray(value) ? {} : value,
    ),
    "null-taken-as-empty-object": by("updateComputer.body#1", (value) => value ?? {}),
    "scalar-body-is-500": by("updateComputer.body#1", (value) =>
      typeof value === "object" ? value : fail(),
    ),
    "empty-update-refused": by("ComputerUpdate", (value) =>
      JSON.stringify(value) === "{}" ? fail("invalid-request") : value,
    ),
  },
  members: {
    // Before those that drop what has no known name.
    "property-name-case-ignored": by("ComputerUpdate#1", (all) =>
      all.map(([key, value]) => [
        fields.find((one) => one.toLowerCase() === key.toLowerCase()) ?? key,
        value,
      ]),
    ),
    "unknown-properties-ignored": by("ComputerUpdate#1", (all) =>
      all.filter(([key]) => fields.includes(key) || readOnly.includes(key)),
    ),
    "read-only-properties-ignored": by("ComputerUpdate#1", (all) =>
      all.filter(([key]) => !readOnly.includes(key)),
    ),
    "empty-property-ignored": by("ComputerUpdate#1", (all) => all.filter(([key]) => key !== "")),
    "proto-key-ignored": by("ComputerUpdate#1", (all) => all.filter(([key]) => key !== "__proto__")),
    "null-ignored": by("ComputerUpdate#1", (all) =>
      all.filter(([key, value]) => !fields.includes(key) || value !== null),
    ),
    "empty-text-ignored": by("limits", (all) => all.filter(([, value]) => value !== "")),
    "numbers-coerced-to-text": by("updateComputer.body", (all) =>
      all.map(([key, value]) => [key, typeof value === "number" ? String(value) : value]),
    ),
    "booleans-coerced-to-text": by("updateComputer.body", (all) =>
      all.map(([key, value]) => [key, typeof value === "boolean" ? String(value) : value]),
    ),
    "lone-surrogate-cuts-text": by("ComputerUpdate#2", replacing(/\p{Surrogate}.*$/su, "")),
    "lone-surrogate-becomes-question-mark": by("ComputerUpdate#2", replacing(/\p{Surrogate}/gu, "?")),
  },
  length: {
    "length-in-utf16-units": by("ComputerUpdate.name#1", (_length, text) => text.length),
    "length-in-bytes": by("ComputerUpdate.remoteUser#1", (_length, text) => Buffer.byteLength(text)),
    "length-in-graphemes": by("limits#1", (_length, text) => [...new Intl.Segmenter().segment(text)].length),
  },
  error: {
    "null-clears-user": by("ComputerUpdate#1", (error, key, value) =>
      key === "remoteUser" && value === null ? undefined : error,
    ),
    "name-of-64-accepted": by("limits", (error, key, value) =>
      key === "name" && [...String(value)].length === 64 ? undefined : error,
    ),
    "name-of-63-refused": by(
      "limits",
      (error, key, value) =>
        error ?? (key === "name" && [...String(value)].length > 62 ? "is too long" : undefined),
    ),
    "empty-name-accepted": by("limits", (error, key, value) =>
      key === "name" && value === "" ? undefined : error,
    ),
    "user-over-32-refused": by(
      "limits",
      (error, key, value) =>
        error ?? (key === "remoteUser" && String(value).length > 32 ? "is too long" : undefined),
    ),
    "lone-surrogate-is-500": by("ComputerUpdate#2", (error) =>
      error?.includes("surrogate") ? fail() : error,
    ),
    "repeated-name-escapes-validation": by("limits", (error, key, _value, text) =>
      typeof firstValues(text)[key] === "string" && firstValues(text)[key] !== "" ? undefined : error,
    ),
  },
} as const satisfies Tables;
