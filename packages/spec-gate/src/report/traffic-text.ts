import type { Counted, TrafficWindow } from "../compare/traffic-count.ts";
import { whereText } from "./headline.ts";
import type { ReportedChange } from "./report-data.ts";

const verbs: Readonly<Record<Counted, string>> = {
  requests: "call it",
  "to-server": "go to it",
  sent: "send it",
  received: "receive it",
  carried: "send or receive it",
  omitted: "leave it out",
};

/** How many recorded requests a change concerns, in one sentence with their days; `undefined` without a record. */
export function trafficText(change: ReportedChange): string | undefined {
  const { traffic } = change;
  if (!traffic) return undefined;
  const { concerned, requests, counted, unread = 0 } = traffic;
  const to = counted === "to-server" ? "" : ` to ${whereText({ subjects: change.subjects, place: "" })}`;
  if (requests === 0) return `traffic: no request${to} is recorded ${daysText(traffic)}`;
  const more = unread > 0 ? `; the bodies of ${number(unread)} more cannot be read` : "";
  return `traffic: ${number(concerned)} of ${number(requests)} requests${to} ${daysText(traffic)} ${verbs[counted]}${more}`;
}

function daysText({ from, to }: TrafficWindow): string {
  return from === to ? `on ${from}` : `from ${from} to ${to}`;
}

function number(count: number): string {
  return count.toLocaleString("en");
}
