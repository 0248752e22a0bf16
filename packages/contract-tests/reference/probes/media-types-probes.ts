import type { mediaTypesBugs } from "../bugs/media-types-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import type { Probe, Probes } from "./api.ts";
import { statusIsNot } from "./expectations.ts";

const accepted = (mediaType: string | null, content = "{}"): Probe =>
  statusIsNot(415, (api) => api.send(ids.active, content, mediaType));
const refused = (mediaType: string): Probe =>
  statusIsNot(200, (api) => api.send(ids.active, "{}", mediaType));

export const mediaTypesProbes: Probes<typeof mediaTypesBugs> = {
  "media-type-unchecked": accepted("application/xml"),
  "missing-media-type-accepted": accepted(null),
  "text-plain-accepted": accepted("text/plain"),
  "forms-accepted": accepted("application/x-www-form-urlencoded", "name=renamed"),
  "media-type-parameters-refused": refused("application/json; charset=utf-8"),
  "spaced-parameter-refused": refused("application/json;charset=utf-8"),
  "media-type-case-matters": refused("Application/JSON"),
  "media-type-by-prefix": accepted("application/jsonlines"),
  "media-type-by-substring": accepted("text/json5"),
  "json-suffix-accepted": accepted("application/merge-patch+json"),
  "wrong-media-type-is-400": accepted("text/plain"),
  "missing-body-taken-as-empty-object": statusIsNot(400, (api) => api.send(ids.active, "")),
  "blank-body-taken-as-empty-object": statusIsNot(400, (api) => api.send(ids.active, " \n")),
};
