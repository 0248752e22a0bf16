import type { Api } from "@compute-host/openapi";
import type { Anchors } from "../anchors.ts";
import type { Decision } from "../decisions.ts";
import type { Html } from "../html.ts";
import { type Heading, markdown } from "../markdown.ts";

/** Something that the search finds. */
export interface SearchRecord {
  readonly title: string;
  /** What it is, as in `field of Computer`. */
  readonly kind: string;
  readonly id: string;
  readonly text: string;
}

/** A decision, and what it is about. */
export interface PlacedDecision extends Decision {
  /** What it belongs to, as in `PATCH /api/v0/computers/{computerId}`. */
  readonly subject: string;
}

/** A sample program of an operation. */
export interface Sample {
  /** As in `curl`; part of IDs. */
  readonly key: string;
  /** As readers call it. */
  readonly title: string;
  /** For highlighting. */
  readonly language: string;
  readonly code: string;
}

/** What the parts of the reference are rendered with, and where they leave what other pages need. */
export interface ReferenceContext {
  readonly api: Api;
  readonly anchors: Anchors;
  /** The IDs of the named schemas. */
  readonly objectIds: ReadonlyMap<string, string>;
  readonly decisions: PlacedDecision[];
  readonly records: SearchRecord[];
  readonly headings: Heading[];
  /** Where the badge of a decision leads. */
  readonly decisionsUrl: string;
  readonly samplesOf: (operationId: string) => readonly Sample[];
  /** The page of a problem's type, or `undefined` where there is none. */
  readonly problemUrlOf: (type: string) => string | undefined;
}

/** Renders a description and keeps its decisions. */
export function describe(context: ReferenceContext, text: string, owner: string, subject: string): Html {
  return markdown(text, {
    anchors: context.anchors,
    headingOffset: 2,
    owner,
    decisionsUrl: context.decisionsUrl,
    onDecision: (decision) => context.decisions.push({ ...decision, subject }),
  });
}
