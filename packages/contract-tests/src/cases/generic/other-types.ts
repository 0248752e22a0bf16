/** Media types that are not JSON, though some parsers take them for it. */
export const otherTypes = [
  "text/plain",
  "text/json",
  "application/xml",
  "application/x-www-form-urlencoded",
  "application/octet-stream",
  "multipart/form-data; boundary=x",
  "application/jsonx",
  "application/json-patch",
  "application/xjson",
  "application/json+x",
  "application/merge-patch+json",
  "application/vnd.api+json",
  "application/problem+json",
  "application/x-json",
  "application",
  "json",
  "*/*",
  "text/plain; application/json",
  "text/plain; charset=application/json",
];

/** Those that no parser takes for JSON. */
export const unrelatedTypes = ["text/plain", "application/xml", "application/octet-stream"];
