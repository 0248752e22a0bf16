import type { Api } from "@compute-host/openapi";
import type { Anchors } from "../anchors.ts";
import type { Decision } from "../decisions.ts";
import type { Html } from "../html.ts";
import { type Heading, markdown } from "../markdown.ts";
import type { SearchRecord } from "../section-records.ts";
import type { NamedObjects } from "./type-label.ts";

/** A decision and its subject. */
export interface PlacedDecision extends Decision {
  /** Its subject, such as `PATCH /api/v0/computers/{computerId}`. */
  readonly subject: string;
}

/** A sample program of an operation. */
export interface Sample {
  /** Such as `curl`; part of IDs. */
  readonly key: string;
  /** Its name for readers. */
  readonly title: string;
  /** For highlighting. */
  readonly language: string;
  readonly code: string;
}

/** The input of all parts of the reference; they also collect data for other pages in it. */
export interface ReferenceContext {
  readonly api: Api;
  readonly anchors: Anchors;
  readonly objects: NamedObjects;
  readonly decisions: PlacedDecision[];
  readonly records: SearchRecord[];
  readonly headings: Heading[];
  /** The first place of each error response, by what it says: further operations that share it refer there. */
  readonly errors: Map<string, { readonly id: string; readonly operation: string }>;
  /** The named objects around this part, if fields open in place here; their own sections say what is decided about them. */
  readonly within?: readonly string[];
  /** The link target of a decision's badge. */
  readonly decisionsUrl: string;
  readonly readSamples: (operationId: string) => readonly Sample[];
  /** The page of a problem's type, or `undefined` if it has none. */
  readonly problemUrlOf: (type: string) => string | undefined;
}

/** Renders a description and collects its decisions. */
export function describe(context: ReferenceContext, text: string, owner: string, subject: string): Html {
  const shown =
    context.within === undefined ? text : text.replaceAll(/(?:^|\n\n)\*\*Decision:\*\*.*?(?=\n\n|$)/gs, "");
  return markdown(shown, {
    anchors: context.anchors,
    subject,
    headingOffset: 2,
    owner,
    decisionsUrl: context.decisionsUrl,
    onDecision: (decision) => context.decisions.push({ ...decision, subject }),
  });
}
