// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import * as formats from "@compute-host/openapi/formats";

/** The formats of the spec. */
export const textFormats: Readonly<Record<string, formats.Format>> = {
  uuid: formats.uuid,
  uri: formats.uri,
  "uri-reference": formats.uriReference,
};
