import type { concurrencyBugs } from "../bugs/concurrency-bugs.ts";
import { seedIds as ids } from "../seed-computers.ts";
import type { Api, Probes, Received } from "./api.ts";
import { freeHost, secondFreeHost } from "./expectations.ts";

const statusesOf = (received: readonly Received[]) => received.map(({ status }) => status).sort();

const isNotOneOf = (received: readonly Received[], ...right: readonly number[]) =>
  statusesOf(received).join() !== right.join();

const bothRetry = (api: Api) => Promise.all([api.retry(ids.installFailed), api.retry(ids.installFailed)]);
const bothRename = (api: Api) =>
  Promise.all([api.update(ids.active, { name: "same" }), api.update(ids.byom, { name: "same" })]);
const bothLink = (api: Api) =>
  Promise.all([
    api.update(ids.template, { hostId: freeHost }),
    api.update(ids.snapshot, { hostId: freeHost }),
  ]);
const linkTwice = (api: Api) =>
  Promise.all([
    api.update(ids.template, { hostId: freeHost }),
    api.update(ids.template, { hostId: secondFreeHost }),
  ]);

export const concurrencyProbes: Probes<typeof concurrencyBugs> = {
  "parallel-retries-both-accepted": async (api) => isNotOneOf(await bothRetry(api), 202, 409),
  "parallel-retries-merged": async (api) => isNotOneOf(await bothRetry(api), 202, 409),
  "lost-retry-race-is-500": async (api) => isNotOneOf(await bothRetry(api), 202, 409),
  "parallel-renames-share-name": async (api) => isNotOneOf(await bothRename(api), 200, 409),
  "lost-name-race-is-500": async (api) => isNotOneOf(await bothRename(api), 200, 409),
  "parallel-links-share-host": async (api) => isNotOneOf(await bothLink(api), 200, 409),
  "parallel-links-replace-host": async (api) => isNotOneOf(await linkTwice(api), 200, 409),
  "parallel-updates-lose-one": async (api) => {
    await Promise.all([
      api.update(ids.active, { name: "renamed" }),
      api.update(ids.active, { remoteUser: "other" }),
    ]);
    const { body } = await api.get(ids.active);
    return body.name !== "renamed" || body.remoteUser !== "other";
  },
  "update-reverts-finished-install": async (api) => {
    await api.retry(ids.installFailed);
    await api.update(ids.installFailed, { name: "renamed" });
    return (await api.settled(ids.installFailed, 600)).status !== "active";
  },
  "finished-install-reverts-update": async (api) => {
    await api.retry(ids.installFailed);
    await api.update(ids.installFailed, { name: "renamed" });
    return (await api.settled(ids.installFailed)).name !== "renamed";
  },
  "update-visible-by-halves": async (api) => {
    let isDone = false;
    const update = api.update(ids.active, { name: "renamed", remoteUser: "other" }).then(() => {
      isDone = true;
    });
    const halves: boolean[] = [];
    while (!isDone) {
      const { body } = await api.get(ids.active);
      halves.push((body.name === "renamed") !== (body.remoteUser === "other"));
    }
    await update;
    return halves.includes(true);
  },
  "update-stored-later": async (api) => {
    await api.update(ids.active, { name: "renamed" });
    return (await api.get(ids.active)).body.name !== "renamed";
  },
  "principal-kept-in-global": async (api) => {
    const [own] = await Promise.all([api.list(), api.foreign.list()]);
    return own.body.computers.some(({ id }) => id === ids.otherActive);
  },
  "steps-flag-kept-in-global": async (api) => {
    const [withSteps] = await Promise.all([api.list("?includeProvisioningSteps=true"), api.list()]);
    return withSteps.body.computers.some(({ provisioningSteps }) => provisioningSteps === undefined);
  },
  "one-session-per-service": async (api) => {
    const received = await Promise.all([api.retry(ids.installFailed), api.retry(ids.active)]);
    return isNotOneOf(received, 202, 202);
  },
  "refused-update-keeps-lock": async (api) => {
    await api.update(ids.active, { name: "workshop-mac" });
    return (await api.update(ids.active, { name: "free" })).status !== 200;
  },
};
