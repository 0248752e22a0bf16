// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import * as formats from "@compute-host/openapi/formats";
import type { Format } from "@compute-host/openapi/formats";

/** The formats of texts in the spec that are checked. */
export const textFormats: Readonly<Record<string, Format>> = {
  uuid: formats.uuid,
  uri: formats.uri,
  "uri-reference": formats.uriReference,
};

/** The formats of numbers in the spec that are checked. */
export const numberFormats: Readonly<Record<string, Format<number>>> = {};
