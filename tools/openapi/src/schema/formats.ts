/**
 * The formats of strings (JSON Schema 2020-12, validation, section 7.3) that a description may use. Pure and
 * without dependencies: the service and the client bundle those that our description uses.
 *
 * @packageDocumentation
 */

/** A test of texts, and the message about one that fails. */
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

const clock = /^[tT ](?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** RFC 3339, section 5.6, without leap seconds. */
export const dateTime: Format = {
  test: (text) => isDate(text.slice(0, 10)) && clock.test(text.slice(10)),
  message: "must be a date and time, such as 2026-01-31T12:00:00Z",
};

/** RFC 5321, section 4.1.2, without quotes. */
export const email: Format = pattern(
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i,
  "must be an email address",
);

/* @__NO_SIDE_EFFECTS__ */
function pattern(expression: RegExp, message: string): Format {
  return { test: (text) => expression.test(text), message };
}

function isDate(text: string): boolean {
  // `Date` moves a day that its month lacks, such as February 30, into the next month.
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;
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
