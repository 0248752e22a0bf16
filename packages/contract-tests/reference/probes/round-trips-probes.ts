import type { roundTripsBugs } from "../bugs/round-trips-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import type { Probes } from "./api.ts";
import { isChanged, listed, updateRefused } from "./expectations.ts";

const grin = "\u{1f600}";

export const roundTripsProbes: Probes<typeof roundTripsBugs> = {
  "user-not-stored": isChanged("remoteUser", "other"),
  "update-returns-old-record": isChanged("name", "renamed"),
  "name-trimmed": isChanged("name", " spaced "),
  "name-lower-cased": isChanged("name", "Build-Box"),
  "name-normalised": isChanged("name", "cafe\u0301"),
  "name-cut-at-50": isChanged("name", "n".repeat(63)),
  "name-html-escaped": isChanged("name", "<b>&</b>"),
  "user-trimmed": isChanged("remoteUser", " deploy "),
  "user-lower-cased": isChanged("remoteUser", "Deploy"),
  "spaces-collapsed": isChanged("name", "two  spaces"),
  "astral-characters-lost": isChanged("name", `box ${grin}`),
  "backslashes-lost": isChanged("name", "a\\b"),
  "nul-cuts-text": isChanged("name", "a\0b"),
  "text-url-decoded": isChanged("name", "100%25"),
  "plus-stored-as-space": isChanged("name", "a+b"),
  "quotes-are-500": isChanged("name", `O'Neil "x"`),
  "lone-surrogate-replaced": async (api) => {
    const { status, body } = await api.send(ids.active, '{"name":"a\\ud800"}');
    return status === 200 && body.name !== "a\ud800";
  },
  "numeric-name-becomes-a-number": isChanged("name", "12345"),
  "object-prototype-names-taken": updateRefused({ name: "constructor" }),
  "list-cached": async (api) => {
    await api.list();
    await api.update(ids.active, { name: "renamed" });
    return listed(await api.list(), ids.active)?.name !== "renamed";
  },
  "get-cached": async (api) => {
    await api.get(ids.active);
    await api.update(ids.active, { name: "renamed" });
    return (await api.get(ids.active)).body.name !== "renamed";
  },
  "list-cached-without-query": async (api) => {
    await api.list();
    const list = await api.list("?includeProvisioningSteps=true");
    return listed(list, ids.active)?.provisioningSteps === undefined;
  },
  "listed-name-lags": async (api) => {
    await api.list();
    await api.update(ids.active, { name: "renamed" });
    return listed(await api.list(), ids.active)?.name !== "renamed";
  },
  "listed-status-lags": async (api) => {
    await api.list();
    await api.retry(ids.installFailed);
    return listed(await api.list(), ids.installFailed)?.status !== "provisioning";
  },
  "response-in-latin1": isChanged("name", "über"),
  "body-read-as-latin1": isChanged("name", "über"),
  "content-length-in-characters": isChanged("name", "üüü"),
};
