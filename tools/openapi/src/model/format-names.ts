import * as formats from "./formats.ts";

const { uuid, uri, iri, date, time, duration, email, hostname, ipv4, ipv6, regex } = formats;
const { int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double } = formats;

/** The formats of texts that are checked, by name. */
export const textFormats: Readonly<Record<string, formats.Format>> = {
  uuid,
  uri,
  "uri-reference": formats.uriReference,
  iri,
  "iri-reference": formats.iriReference,
  "uri-template": formats.uriTemplate,
  date,
  time,
  "date-time": formats.dateTime,
  duration,
  email,
  "idn-email": formats.idnEmail,
  hostname,
  "idn-hostname": formats.idnHostname,
  ipv4,
  ipv6,
  "json-pointer": formats.jsonPointer,
  "relative-json-pointer": formats.relativeJsonPointer,
  regex,
};

/** The formats of numbers that are checked, by name. */
export const numberFormats: Readonly<Record<string, formats.Format<number>>> = {
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  // Generators of descriptions for Rust write these.
  "u-int8": uint8,
  "u-int16": uint16,
  "u-int32": uint32,
  "u-int64": uint64,
  "double-int": formats.doubleInt,
  float,
  double,
};

/** The formats of OpenAPI's registry that only say what a value is. */
const documentedFormats: readonly string[] = [
  "base64url",
  "binary",
  "byte",
  "char",
  "commonmark",
  "date-time-local",
  "decimal",
  "decimal128",
  "html",
  "http-date",
  "media-range",
  "password",
  "sf-binary",
  "sf-boolean",
  "sf-decimal",
  "sf-integer",
  "sf-string",
  "sf-token",
  "time-local",
  "unixtime",
];

/** All known formats. */
export const knownFormats: readonly string[] = [
  ...Object.keys(textFormats),
  ...Object.keys(numberFormats),
  ...documentedFormats,
];
