import type { malformedJsonBugs } from "../bugs/malformed-json-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import type { Probe, Probes } from "./api.ts";
import { statusIsNot } from "./expectations.ts";

/** Detects a body that is not refused with 400. */
const accepted = (content: string | Buffer): Probe =>
  statusIsNot(400, (api) => api.send(ids.active, content));

const invalidUtf8 = Buffer.concat([Buffer.from('{"name":"a'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);

export const malformedJsonProbes: Probes<typeof malformedJsonBugs> = {
  "malformed-json-is-500": accepted('{"name":'),
  "malformed-json-taken-as-empty-object": accepted('{"name":'),
  "text-after-json-ignored": accepted('{"name":"renamed"} more'),
  "trailing-comma-accepted": accepted('{"name":"renamed",}'),
  "comments-accepted": accepted('{"name":"renamed" /* why */}'),
  "single-quotes-accepted": accepted("{'name':'renamed'}"),
  "raw-control-characters-accepted": accepted('{"name":"two\nlines"}'),
  "double-encoded-json-accepted": accepted(JSON.stringify('{"name":"renamed"}')),
  "repeated-name-escapes-validation": async (api) => {
    await api.send(ids.active, '{"name":"renamed","name":""}');
    return (await api.get(ids.active)).body.name === "";
  },
  "deep-nesting-is-500": accepted(`{"name":${"[".repeat(20_000)}${"]".repeat(20_000)}}`),
  "invalid-utf8-replaced": accepted(invalidUtf8),
  "invalid-utf8-is-500": accepted(invalidUtf8),
  "lone-surrogate-is-500": accepted('{"name":"\\ud800"}'),
};
