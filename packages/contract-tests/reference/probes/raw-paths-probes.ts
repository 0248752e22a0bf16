import type { rawPathsBugs } from "../bugs/raw-paths-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import { type Probe, type Probes, pathOf } from "./api.ts";
import { statusIsNot } from "./expectations.ts";

/** Detects an operation that a path reaches without credentials. */
const reachedBy = (path: string): Probe => {
  return async (api) => (await api.call("GET", path, { authorization: null })).status === 200;
};

const isFound = (segment: string) =>
  statusIsNot(404, (api) => api.call("GET", `/api/v0/computers/${segment}`));

/** Percent-encodes the first character of an ID the given number of times. */
const encoded = (id: string, times: number) => `%${"25".repeat(times - 1)}63${id.slice(1)}`;

export const rawPathsProbes: Probes<typeof rawPathsBugs> = {
  "trailing-slash-skips-credentials": reachedBy("/api/v0/computers/"),
  "double-slash-skips-credentials": reachedBy("//api/v0/computers"),
  "upper-case-path-skips-credentials": reachedBy("/API/v0/computers"),
  "encoded-path-skips-credentials": reachedBy("/api/v0/%63omputers"),
  "dot-segments-skip-credentials": reachedBy("/api/v0/x/../computers"),
  "encoded-slash-splits-path": statusIsNot(404, (api) =>
    api.call("GET", `/api/v0/computers/${ids.installFailed}%2Finstall-deps`),
  ),
  "rest-of-path-ignored": isFound(`${ids.active}/anything`),
  "other-versions-served": statusIsNot(404, (api) => api.call("GET", "/api/v1/computers")),
  "query-stays-in-id": statusIsNot(200, (api) => api.call("GET", `${pathOf(ids.active)}?verbose=1`)),
  "id-not-decoded": statusIsNot(200, (api) => api.call("GET", `/api/v0/computers/${encoded(ids.active, 1)}`)),
  "id-decoded-twice": isFound(encoded(ids.active, 2)),
  "id-trimmed": isFound(`%20${ids.active}%20`),
  "id-case-ignored": isFound(ids.active.toUpperCase()),
  "id-prefix-matches": isFound(ids.active.slice(0, -2)),
  "longer-id-matches": isFound(`${ids.active}x`),
  "id-wildcards-match": isFound("cmp%25"),
  "malformed-encoding-is-500": isFound("%zz"),
  "nul-in-id-is-500": isFound("cmp%00"),
  "long-id-is-500": isFound("c".repeat(300)),
  "unknown-path-is-html": async (api) => {
    const { headers } = await api.call("GET", "/nowhere");
    return headers["content-type"] !== "application/problem+json";
  },
  "unknown-path-is-200": statusIsNot(404, (api) => api.call("GET", "/nowhere")),
};
