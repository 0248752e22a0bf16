import type { JsonObject } from "../json-value.ts";

/** Media types whose content is text, which a JSON string can hold; everything else is raw bytes. */
const textMedia =
  /^(?:text\/|application\/(?:json|xml|javascript|graphql|jwt|x-www-form-urlencoded)|.*\+(?:json|xml))/i;

/** Whether the media type of the schema's content means raw bytes (OpenAPI 3.1.0, 4.7.14.1). */
export function hasRawContent({ contentMediaType, contentEncoding }: JsonObject): boolean {
  const isRaw = typeof contentMediaType === "string" && !textMedia.test(contentMediaType.trim());
  return isRaw && (contentEncoding === undefined || contentEncoding === "binary");
}
