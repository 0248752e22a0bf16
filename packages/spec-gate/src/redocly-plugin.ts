import type { Removal } from "./compare/removal.ts";
import { removalsBetween } from "./compare/removals-between.ts";
import { type Impact, isBlocking } from "./compare/rule.ts";
import { isRemoval, type RuleId, rules } from "./compare/rules.ts";
import { type ApiDocument, readApiDocument } from "./document/api-document.ts";
import { knownRules } from "./redocly/known-rules.ts";

/** The parts of Redocly's objects that the plugin uses (@redocly/cli 2.77, `diff` is experimental). */
interface RedoclyLocation {
  readonly source: { readonly absoluteRef: string; readonly body: string };
  child(parts: readonly string[]): RedoclyLocation;
}

interface RedoclyNode {
  readonly parent: RedoclyNode | null;
  readonly base?: { readonly location: RedoclyLocation };
  readonly revision?: { readonly location: RedoclyLocation };
}

interface RedoclyContext {
  report(problem: { readonly message: string; readonly location?: RedoclyLocation }): void;
}

interface Findings {
  readonly removals: readonly Removal[];
  readonly revision: ApiDocument;
  readonly location: RedoclyLocation;
}

const findingsOf = new WeakMap<RedoclyNode, Findings | undefined>();

/** Judges the two documents once, when the first rule runs. */
function findingsFor(node: RedoclyNode): Findings | undefined {
  let root = node;
  while (root.parent) root = root.parent;
  if (!findingsOf.has(root)) findingsOf.set(root, judgeRoot(root));
  return findingsOf.get(root);
}

function judgeRoot({ base, revision }: RedoclyNode): Findings | undefined {
  if (!base || !revision) return undefined;
  const [older, newer] = [base, revision].map(({ location: { source } }) =>
    readApiDocument(source.absoluteRef, source.body),
  );
  if (!older || !newer) return undefined;
  return { removals: [...removalsBetween(older, newer)], revision: newer, location: revision.location };
}

/** A diff rule that reports the gate's findings under one ID, at the first change that Redocly visits. */
function diffRule(id: RuleId) {
  return () => {
    let isReported = false;
    return {
      any({ node }: { readonly node: RedoclyNode }, { report }: RedoclyContext): void {
        const findings = isReported ? undefined : findingsFor(node);
        isReported = true;
        for (const removal of findings?.removals ?? []) {
          if (removal.rule === id && findings)
            report({ message: messageOf(removal), ...locationOf(removal, findings) });
        }
      },
    };
  };
}

function messageOf({ rule, subject, at, older, newer, note }: Removal): string {
  const sides = older === undefined && newer === undefined ? "" : `: ${older ?? "none"} → ${newer ?? "none"}`;
  return `${[subject, ...at].join(" › ")}: ${rules[rule].message}${note ? ` (${note})` : ""}${sides}`;
}

function locationOf(
  { newerSpot }: Removal,
  { revision, location }: Findings,
): { location?: RedoclyLocation } {
  const position = newerSpot && revision.positionOf(newerSpot.node);
  if (!newerSpot || position?.file !== revision.file) return {};
  return { location: location.child(revision.pointerOf(newerSpot.node) ?? []) };
}

// Redocly compares in one direction only: it has no rules for additions.
const ids = (Object.keys(rules) as RuleId[]).filter(isRemoval);

function impacts(): Record<string, Impact | "off"> {
  const own = ids.map(
    (id) => [`spec-gate/${id}`, isBlocking(rules[id].impact) ? "major" : rules[id].impact] as const,
  );
  return Object.fromEntries([...[...knownRules].map((id) => [id, "off"] as const), ...own]);
}

/**
 * The gate as a plugin for `redocly diff`. Its configuration `spec-gate/recommended` turns on the gate's rules and
 * turns off the Redocly rules they replace; rules that Redocly adds later are not affected.
 */
function specGatePlugin() {
  const recommended = { oas3_0Diff: impacts(), oas3_1Diff: impacts(), oas3_2Diff: impacts() };
  return {
    id: "spec-gate",
    diff: { oas3: Object.fromEntries(ids.map((id) => [id, diffRule(id)])) },
    configs: { recommended },
  };
}

// biome-ignore lint/style/noDefaultExport: Redocly loads a plugin by its default export.
export default specGatePlugin;
