import { sampleProblems } from "@compute-host/client/testing";
import type { Search } from "../search/search-index.ts";
import { curlCommand } from "../try-it/filled-request.ts";
import { correct, listFields } from "./correct.ts";
import { masked, type Pasted, readPasted, type Violation } from "./read-pasted.ts";

/** A line of an explanation. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  /** Address of what explains it, from the root of the site. */
  readonly url?: string | undefined;
}

/** What a pasted text means, and the page that has the rest. */
export interface Explanation {
  readonly title: string;
  readonly kind: string;
  /** Address from the root of the site. */
  readonly url: string;
  readonly facts: readonly Fact[];
  /** A line to copy. */
  readonly command?: { readonly title: string; readonly text: string } | undefined;
}

const titles = new Map(
  Object.values(sampleProblems).map(({ type, title, status }) => [type.split("/").at(-1), { title, status }]),
);

/** Explains a problem, a curl line, both, or a request ID, without a request to any service; credentials are masked. */
export async function explain(text: string, search: Search): Promise<Explanation | undefined> {
  const pasted = readPasted(text);
  if (pasted.requestId !== undefined) return explainId(pasted.requestId);
  const corrected = pasted.request && (await correct(pasted.request, pasted.problem));
  const problem = pasted.problem ?? corrected?.problem;
  if (problem === undefined) {
    return (
      corrected && {
        title: "This request is valid",
        kind: "as the sandbox sees it",
        url: "reference/",
        facts: [],
        command: command(corrected),
      }
    );
  }
  const known = titles.get(problem.name);
  const { status = known?.status, title = known?.title ?? problem.name, detail, errors = [] } = problem;
  const { requestId } = pasted.problem ?? {};
  const violations = corrected?.violations.length ? corrected.violations : errors;
  const facts = [
    { label: `${status ?? ""} ${title}`, text: detail ?? "" },
    ...violations.map((violation) => describeFact(violation, pasted, search)),
    ...(requestId === undefined ? [] : [{ label: "Request ID", text: requestId, url: "operations/#log" }]),
  ];
  return {
    title,
    kind: `${status ?? ""}, with what you pasted`,
    url: known === undefined ? "errors/" : `errors/${problem.name}/`,
    facts: facts.map((fact) => ({ ...fact, text: masked(fact.text) })),
    command: corrected && command(corrected),
  };
}

function explainId(id: string): Explanation {
  return {
    title: "Find this request in the log",
    kind: "request ID",
    url: "operations/",
    facts: [
      { label: "Request ID", text: id },
      {
        label: "The log has",
        text: "accepted writes, 401s and failures at the level info; all requests at debug",
        url: "operations/#log",
      },
    ],
    command: { title: "In the service's log", text: `grep -F '"requestId":"${id}"' service.log` },
  };
}

function command({ request, changes, problem }: Awaited<ReturnType<typeof correct>>): Explanation["command"] {
  const isTransient = ["rate-limited", "unavailable", "request-timeout"].includes(problem?.name ?? "");
  const text = masked(curlCommand(request, request.address)) + (isTransient ? " \\\n  --retry 3" : "");
  const all = isTransient ? [...changes, "curl repeats it after the seconds in Retry-After."] : changes;
  return { title: all.length === 0 ? "Your request" : `Corrected: ${all.join(" ")}`, text };
}

/** The broken bound of a field or parameter, with the value that was sent. */
function describeFact({ pointer, parameter, message }: Violation, { request }: Pasted, search: Search): Fact {
  const name = parameter ?? pointer?.split("/")[1] ?? "";
  const place = parameter === undefined ? `.body.${name}` : `.query.${name}`;
  const field = search(name).find(({ url }) => url.endsWith(place));
  const sent =
    parameter === undefined
      ? request && listFields(request)[name]
      : new URLSearchParams(request?.target.split("?")[1]).get(name);
  const isSecret = /auth|key|password|secret|token/i.test(name);
  const value = sent === undefined || sent === null || isSecret ? "" : `. You sent ${JSON.stringify(sent)}`;
  const bounds = field === undefined ? "" : `: ${field.text.split(". ")[0]}`;
  return { label: parameter ?? pointer ?? "", text: `${message}${bounds}${value}`, url: field?.url };
}
