/**
 * The formats of JSON Schema (2020-12, validation, section 7.3) and the numbers of OpenAPI's registry
 * (https://spec.openapis.org/registry/format/). Pure and without dependencies: the client's validator, its fake and the service
 * bundle those that the description uses.
 *
 * @packageDocumentation
 */

/** A test of texts or numbers, and what to say about one that fails. */
export interface Format<Value extends string | number = string> {
  readonly test: (value: Value) => boolean;
  readonly message: string;
}

/** RFC 9562, section 4. */
export const uuid: Format = pattern(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, "must be a UUID");

/** The characters of RFC 3986; everything else is percent-encoded. */
const uriCharacters = /^([\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})*$/i;
/** Those, and the ones that RFC 3987 adds. */
const iriCharacters =
  /^([\w\-.~:/?#[\]@!$&'()*+,;=\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{efffd}]|%[\da-f]{2})*$/iu;
const scheme = /^[a-z][a-z\d+.-]*:./i;

/** RFC 3986, section 3. */
export const uri: Format = {
  test: (text) => scheme.test(text) && uriCharacters.test(text),
  message: "must be a URI",
};

/** RFC 3986, section 4.1. */
export const uriReference: Format = pattern(uriCharacters, "must be a URI reference");

/** RFC 3987, section 2.2. */
export const iri: Format = {
  test: (text) => scheme.test(text) && iriCharacters.test(text),
  message: "must be an IRI",
};

/** RFC 3987, section 2.2. */
export const iriReference: Format = pattern(iriCharacters, "must be an IRI reference");

/** RFC 6570, section 2: variables have modifiers, and are separated by commas. */
export const uriTemplate: Format = pattern(
  /^([^\0- "'<>%\\^`{|}\x7f]|%[\da-f]{2}|\{[+#./;?&=,!@|]?(\w|%[\da-f]{2})(\.?(\w|%[\da-f]{2}))*(:[1-9]\d{0,3}|\*)?(,(\w|%[\da-f]{2})(\.?(\w|%[\da-f]{2}))*(:[1-9]\d{0,3}|\*)?)*\})*$/i,
  "must be a URI template, such as /users/{id}",
);

/** RFC 3339, section 5.6; the day exists in its month. */
export const date: Format = { test: isDate, message: "must be a date, such as 2026-01-31" };

/** RFC 3339, section 5.6; a leap second is the last one of a day in UTC. */
export const time: Format = { test: isTime, message: "must be a time, such as 12:00:00Z" };

/** RFC 3339, section 5.6. */
export const dateTime: Format = {
  test(text) {
    const [day = "", clock = "", ...rest] = text.split(/[tT ]/);
    return rest.length === 0 && isDate(day) && isTime(clock);
  },
  message: "must be a date and time, such as 2026-01-31T12:00:00Z",
};

/** RFC 3339, appendix A. */
export const duration: Format = pattern(
  /^P(?!$)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?)$/,
  "must be a duration, such as P1DT12H",
);

/** RFC 5321, section 4.1.2. */
export const email: Format = {
  test: (text) => isEmail(text, /^[\w!#$%&'*+/=?^`{|}~-]+$/, isHostname),
  message: "must be an email address",
};

/** RFC 6531, section 3.3. */
export const idnEmail: Format = {
  test: (text) => isEmail(text, /^[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+$/u, isIdnHostname),
  message: "must be an email address",
};

/** RFC 1123, section 2.1. */
export const hostname: Format = { test: isHostname, message: "must be a host name" };

/** RFC 5890, section 2.3.2.3, but for the characters that only its tables exclude. */
export const idnHostname: Format = { test: isIdnHostname, message: "must be a host name" };

/** RFC 2673, section 3.2. */
export const ipv4: Format = { test: isIpv4, message: "must be an IPv4 address" };

/** RFC 4291, section 2.2. */
export const ipv6: Format = { test: isIpv6, message: "must be an IPv6 address" };

/** RFC 6901, section 5. */
export const jsonPointer: Format = pattern(/^(\/([^~/]|~[01])*)*$/, "must be a JSON Pointer, such as /name");

/** The draft "Relative JSON Pointers". */
export const relativeJsonPointer: Format = pattern(
  /^(0|[1-9]\d*)([+-][1-9]\d*)?(#|(\/([^~/]|~[01])*)*)$/,
  "must be a relative JSON Pointer, such as 1/name",
);

/** ECMA-262, with the flag `u`. */
export const regex: Format = {
  test(text) {
    try {
      return Boolean(new RegExp(text, "u"));
    } catch {
      return false;
    }
  },
  message: "must be a regular expression",
};

/** A signed integer of 8 bits. */
export const int8: Format<number> = signed(8);
/** A signed integer of 16 bits. */
export const int16: Format<number> = signed(16);
/** A signed integer of 32 bits. */
export const int32: Format<number> = signed(32);
/** A signed integer of 64 bits. */
export const int64: Format<number> = signed(64);
/** An unsigned integer of 8 bits. */
export const uint8: Format<number> = unsigned(8);
/** An unsigned integer of 16 bits. */
export const uint16: Format<number> = unsigned(16);
/** An unsigned integer of 32 bits. */
export const uint32: Format<number> = unsigned(32);
/** An unsigned integer of 64 bits. */
export const uint64: Format<number> = unsigned(64);
// The spelling of utoipa, which writes descriptions of Rust programs.
export { uint8 as uInt8, uint16 as uInt16, uint32 as uInt32, uint64 as uInt64 };

/** An integer that a double can represent exactly. */
export const doubleInt: Format<number> = {
  test: Number.isSafeInteger,
  message: "must be an integer of at most 53 bits",
};

/** A number in the range of IEEE 754's single precision. */
export const float: Format<number> = {
  test: (value) => Number.isFinite(Math.fround(value)),
  message: "must be a number in the range of a float",
};

/** A number in the range of IEEE 754's double precision. */
export const double: Format<number> = { test: Number.isFinite, message: "must be a number" };

/* @__NO_SIDE_EFFECTS__ */
function pattern(expression: RegExp, message: string): Format {
  return { test: (text) => expression.test(text), message };
}

/* @__NO_SIDE_EFFECTS__ */
function signed(bits: number): Format<number> {
  return integer(-(2 ** (bits - 1)), 2 ** (bits - 1), `must be a signed ${bits}-bit integer`);
}

/* @__NO_SIDE_EFFECTS__ */
function unsigned(bits: number): Format<number> {
  return integer(0, 2 ** bits, `must be an unsigned ${bits}-bit integer`);
}

/* @__NO_SIDE_EFFECTS__ */
function integer(from: number, below: number, message: string): Format<number> {
  return { test: (value) => Number.isInteger(value) && value >= from && value < below, message };
}

function isDate(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

function isTime(text: string): boolean {
  const match = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (!match) return false;
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map(Number);
  const [offsetHour = 0, offsetMinute = 0] = match.slice(5).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  const offset = (offsetHour * 60 + offsetMinute) * (match[4] === "-" ? -1 : 1);
  const minuteInUtc = (hour * 60 + minute - offset + 1440) % 1440;
  return second < 60 || (second === 60 && minuteInUtc === 1439);
}

function isEmail(text: string, atom: RegExp, isHost: (text: string) => boolean): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const domain = text.slice(at + 1);
  const isQuoted = /^"([ !#-[\]-~]|\\[ -~])*"$/.test(local);
  if (!isQuoted && !local.split(".").every((part) => atom.test(part))) return false;
  const [, version, address] = /^\[(IPv6:)?(.*)\]$/i.exec(domain) ?? [];
  if (address !== undefined) return version === undefined ? isIpv4(address) : isIpv6(address);
  return isHost(domain);
}

function isHostname(text: string): boolean {
  const isLabel = (label: string) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label);
  return text.length <= 253 && text.split(".").every(isLabel);
}

function isIdnHostname(text: string): boolean {
  const isLabel = (label: string) =>
    /^[\p{L}\p{N}]([-\u00b7\u30fb\u200c\p{L}\p{N}\p{M}\u200d]{0,61}[\p{L}\p{N}\p{M}])?$/u.test(label);
  return text.length <= 253 && text.split(/[.\u3002\uff0e\uff61]/).every(isLabel);
}

function isIpv4(text: string): boolean {
  return /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text);
}

function isIpv6(text: string): boolean {
  // An IPv4 address at the end stands for two groups.
  const [, start = "", end] = /^(.*:)([\d.]+\.[\d.]*)$/.exec(text) ?? [];
  if (end !== undefined && !isIpv4(end)) return false;
  const [head = "", tail, ...rest] = (end === undefined ? text : `${start}0:0`).split("::");
  const groups = [head, tail ?? ""].flatMap((part) => (part === "" ? [] : part.split(":")));
  const isComplete = tail === undefined ? groups.length === 8 : groups.length < 8;
  return rest.length === 0 && isComplete && groups.every((group) => /^[\da-f]{1,4}$/i.test(group));
}
