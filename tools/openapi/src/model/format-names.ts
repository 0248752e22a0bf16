import * as formats from "./formats.ts";

const { uuid, uri, date, email } = formats;

/** The formats of texts, by name. */
export const textFormats: Readonly<Record<string, formats.Format>> = {
  uuid,
  uri,
  "uri-reference": formats.uriReference,
  date,
  "date-time": formats.dateTime,
  email,
};
