import { expect, test } from "vitest";
import { loadPairs } from "../../corpus/load-pairs.ts";
import { writePair } from "../../corpus/run-corpus.ts";
import { type Finding, type FindingGroup, findingsBetween } from "../../src/compare/finding.ts";
import { readApiDocument } from "../../src/document/api-document.ts";
import { objectOf } from "../../src/json-value.ts";
import { RecordedTraffic } from "../../src/traffic/recorded-traffic.ts";
import { loadUpgrade } from "../../src/witness/load-upgrade.ts";
import { isJson, messagePlaceOf } from "../../src/witness/message.ts";
import { WitnessSearch } from "../../src/witness/witness-search.ts";
import { harOf } from "../har.ts";
import { temporaryFiles } from "../temporary-files.ts";

const { folder, write } = temporaryFiles();
const textsOf = (group: unknown) =>
  Object.fromEntries(Object.entries(objectOf(group)).map(([name, value]) => [name, String(value)]));

// A request of one variant may show what another one loses.
const ofOtherVariants = "unions/discriminator-property-renamed";

test("a request that shows what breaks in the corpus is one that the change concerns", async () => {
  let count = 0;
  const missed: string[] = [];
  for (const pair of loadPairs()) {
    const files = writePair(pair, folder);
    const [base, revision] = [readApiDocument(files.base), readApiDocument(files.revision)];
    const search = new WitnessSearch({ base, revision }, await loadUpgrade([base, revision]));
    const found: [FindingGroup, Finding][] = [];
    findingsBetween(base, revision, (...each) => found.push(each));
    for (const [group, finding] of found) {
      const { removal, rule } = finding;
      const place = messagePlaceOf(removal.at);
      const sent = removal.exchange?.older;
      if (!place || place.part === "response" || removal.exchange?.isReversed || rule !== removal.rule)
        continue;
      const { message } = search.witnessOf(finding) ?? {};
      if (!sent || !message || !isJson(place.media ?? "application/json")) continue;
      const path = sent.path.replaceAll(
        /\{([^}]*)\}/g,
        (_, name) => String(objectOf(message.path)[name]) || "-",
      );
      const server = (sent.servers[0] ?? "").replace(/^https?:\/\/[^/]*/, "");
      const url = `${server}${path}?${new URLSearchParams(textsOf(message.query))}`;
      const { header, cookie, ...rest } = message;
      const body = "body" in rest ? { body: JSON.stringify(rest.body) } : {};
      const named = { headers: textsOf(header), cookies: textsOf(cookie) };
      const har = write("one.har", harOf({ method: sent.method, url, ...named, ...body }));
      const traffic = new RecordedTraffic(base, [har], new Set());
      traffic.add(group, finding);
      count += 1;
      const name = `${pair.class}/${pair.id}`;
      if (traffic.countOf(group)?.concerned !== 1 && name !== ofOtherVariants)
        missed.push(`${name}: ${rule} at ${removal.at.join(" › ")}`);
    }
  }
  expect(count).toBeGreaterThan(90);
  expect(missed).toEqual([]);
});
