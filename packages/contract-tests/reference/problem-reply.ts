import type { Exchange, Reply } from "./exchange.ts";
import { type ProblemError, problemKinds } from "./problem.ts";
import type { World } from "./world.ts";

/** Creates the problem document of a failed request. */
export function problemReply(world: World, exchange: Exchange, problem: ProblemError): Reply {
  const { kind, details } = problem;
  const known = problemKinds[kind];
  const status = details.status ?? known.status;
  const words = world.variant("other-problem-words")
    ? { type: `https://errors.example/${kind.replaceAll("-", "_")}`, title: `E-${kind}`, detail: "No." }
    : { type: `/problems/${kind}`, title: known.title, detail: details.detail ?? known.detail };
  const body = {
    ...words,
    status,
    instance: asReference(exchange.rawPath),
    requestId: exchange.requestId,
    ...(details.errors && { errors: details.errors }),
    ...(world.variant("extra-fields") && { code: 17, help: { url: "https://docs.example/errors" } }),
  };
  return { status, headers: { "Content-Type": "application/problem+json", ...details.headers }, body };
}

/** Converts any path to a valid URI reference. */
function asReference(path: string): string {
  return path.replace(/%(?![0-9a-f]{2})/gi, "%25").replace(/[^\w.~!$&'()*+,;=:@%/-]/g, encodeURIComponent);
}
