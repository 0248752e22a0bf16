/**
 * The formats of texts (JSON Schema 2020-12, validation, section 7.3) that a description may use. Pure and without dependencies:
 * the service and the client bundle those that ours uses.
 *
 * @packageDocumentation
 */

/** A test of texts, and what to say about one that fails. */
export interface Format {
  readonly test: (text: string) => boolean;
  readonly message: string;
}

/** RFC 9562, section 4. */
export const uuid: Format = pattern(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, "must be a UUID");

/** The characters of RFC 3986; everything else is percent-encoded. */
const uriCharacters = /^([\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})*$/i;
const scheme = /^[a-z][a-z\d+.-]*:./i;

/** RFC 3986, section 3. */
export const uri: Format = {
  test: (text) => scheme.test(text) && uriCharacters.test(text),
  message: "must be a URI",
};

/** RFC 3986, section 4.1. */
export const uriReference: Format = pattern(uriCharacters, "must be a URI reference");

/** RFC 3339, section 5.6; the day exists in its month. */
export const date: Format = { test: isDate, message: "must be a date, such as 2026-01-31" };

/** RFC 3339, section 5.6. */
export const dateTime: Format = {
  test(text) {
    const [day = "", clock = "", ...rest] = text.split(/[tT ]/);
    return rest.length === 0 && isDate(day) && isTime(clock);
  },
  message: "must be a date and time, such as 2026-01-31T12:00:00Z",
};

/** RFC 5321, section 4.1.2. */
export const email: Format = { test: isEmail, message: "must be an email address" };

/* @__NO_SIDE_EFFECTS__ */
function pattern(expression: RegExp, message: string): Format {
  return { test: (text) => expression.test(text), message };
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

function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const isQuoted = /^"([ !#-[\]-~]|\\[ -~])*"$/.test(local);
  const isAtom = (part: string) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(part);
  return (isQuoted || local.split(".").every(isAtom)) && isHostname(text.slice(at + 1));
}

function isHostname(text: string): boolean {
  const isLabel = (label: string) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label);
  return text.length <= 253 && text.split(".").every(isLabel);
}

/** The formats that a description may use, by name. */
export const allFormats: Readonly<Record<string, Format>> = {
  uuid,
  uri,
  "uri-reference": uriReference,
  date,
  "date-time": dateTime,
  email,
};
