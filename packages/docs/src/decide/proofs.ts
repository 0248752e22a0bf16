import { type Rule, rulesOf } from "@compute-host/openapi/model";
import { Anchors } from "../anchors.ts";
import { markdown } from "../markdown.ts";

/** The rules whose cases prove a statement, by ID; or a sentence that says why no case can. */
export type Proof = readonly string[] | string;

/** A statement of the source interface. */
export interface Statement {
  /** Markdown. */
  readonly text: string;
  readonly proof: Proof;
}

/** The statements of the source interface. */
export const statements: readonly Statement[] = [
  { text: "[List](/reference/#listComputers) returns 200 with `computers`.", proof: ["listComputers.200"] },
  {
    text: "With `includeProvisioningSteps=true` each computer of the list has its steps.",
    proof: ["listComputers.includeProvisioningSteps"],
  },
  { text: "`hostId` filters the list.", proof: ["listComputers.hostId"] },
  {
    text: "[Get](/reference/#getComputer) returns 200 with a computer.",
    proof: ["getComputer", "getComputer.200"],
  },
  {
    text: "[Update](/reference/#updateComputer) takes `name`, `hostId` and `remoteUser`, all optional, and returns 200 with the computer.",
    proof: ["updateComputer", "updateComputer.200", "ComputerUpdate"],
  },
  {
    text: "`name` and `remoteUser` have 1 to 63 characters; `hostId` is a UUID.",
    proof: ["limits", "ComputerUpdate.hostId"],
  },
  {
    text: "[Retry](/reference/#retryInstallDeps) returns 202 with the computer.",
    proof: ["retryInstallDeps", "retryInstallDeps.202"],
  },
  { text: "Every operation requires `Authorization: Bearer <token>`.", proof: ["authentication"] },
  {
    text: "The token is an API key or a JWT.",
    proof: "The suite uses one token. The service's own tests cover both kinds.",
  },
  { text: "Bodies have the fields and types of [Computer](/reference/#Computer).", proof: ["Computer"] },
];

/** The IDs of the rules that state a decision, by the decision as the reference renders it. */
export type RulesByDecision = ReadonlyMap<string, readonly string[]>;

/** Finds the rules of each decision; several places may state the same one. */
export function rulesByDecision(document: Parameters<typeof rulesOf>[0]): RulesByDecision {
  const found = new Map<string, string[]>();
  const read = ({ id, text }: Rule) =>
    markdown(text, {
      anchors: new Anchors(),
      onDecision: ({ text: { text: rendered } }) => found.set(rendered, [...(found.get(rendered) ?? []), id]),
    });
  for (const rule of rulesOf(document)) read(rule);
  return found;
}

/** Returns what proves rules: their cases, or the reason why no case can. */
export function proofCell(rules: readonly string[], unseen: Readonly<Record<string, string>>): Proof {
  return rules.map((rule) => unseen[rule]).find((reason) => reason !== undefined) ?? rules;
}
