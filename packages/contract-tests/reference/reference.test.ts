import { describe, expect, test } from "vitest";
import { bugs } from "./bugs/bugs.ts";
import { Api } from "./probes/api.ts";
import { variantProbes } from "./probes/variants-probes.ts";
import { rules } from "./rules.ts";
import { schemaErrors, specText } from "./spec-schemas.ts";
import { type ReferenceOptions, startReference } from "./start-reference.ts";
import { tour } from "./tour.ts";
import { type VariantId, variants } from "./variants.ts";

/** Long enough for every request to meet a running session. */
const installMs = 400;

async function withApi<Result>(
  options: ReferenceOptions,
  use: (api: Api) => Promise<Result>,
): Promise<Result> {
  const reference = await startReference({ installMs, ...options });
  try {
    return await use(new Api(reference));
  } finally {
    await reference.close();
  }
}

/** Variants that lack computers of the walk or refuse some of its requests. */
const changesStatuses: ReadonlySet<VariantId> = new Set([
  "no-computers",
  "no-foreign-computers",
  "one-computer",
  "active-computers-alone",
  "no-hosts",
  "ids-need-encoding",
  "rate-limited",
  "sometimes-unavailable",
  "sessions-end-at-once",
]);

const plain = (text: string) => text.replace(/\s+/g, " ");

test("the description contains every rule that is quoted from it", () => {
  const words = plain(specText);
  const missing = Object.values(rules)
    .filter(({ source, sentence }) => source === "spec" && !words.includes(plain(sentence)))
    .map(({ sentence }) => sentence);
  expect(missing).toEqual([]);
});

test("the tables contain enough bugs and variants, with unique IDs", () => {
  expect(new Set(bugs.map(({ id }) => id)).size).toBe(bugs.length);
  expect(bugs.length).toBeGreaterThanOrEqual(110);
  expect(variants.length).toBeGreaterThanOrEqual(20);
});

test("without a switch, a walk over every operation gets the correct responses", () =>
  withApi({}, async (api) => {
    for (const { title, send, status, schema, isRight = () => true } of tour) {
      const received = await send(api);
      expect.soft(received.status, title).toBe(status);
      expect.soft(schemaErrors(schema, received.body), title).toEqual([]);
      expect.soft(isRight(received), `${title}: ${received.text}`).toBe(true);
      expect.soft(received.headers["x-request-id"], title).toBeDefined();
      if (schema === "Problem") expect.soft(received.body.requestId).toBe(received.headers["x-request-id"]);
    }
  }));

describe.concurrent("a legal variant", () => {
  test.for(variants)("detects $id", async ({ id }, { expect }) => {
    expect(await withApi({}, variantProbes[id]), "detected by default").toBe(false);
    expect(await withApi({ variants: [id] }, variantProbes[id]), "detected with the variant").toBe(true);
  });

  test.for(variants)("$id fits the description's schemas", ({ id }, { expect }) =>
    withApi({ variants: [id] }, async (api) => {
      for (const { title, send, status: usual } of tour) {
        const { status, body, text } = await send(api);
        if (!changesStatuses.has(id)) expect.soft(status, title).toBe(usual);
        expect.soft(schemaErrors(schemaOf(status, text), body), `${title}: ${text}`).toEqual([]);
        if (status >= 500) expect.soft(isUnavailable(id, status), title).toBe(true);
      }
    }),
  );
});

function schemaOf(status: number, text: string) {
  if (status >= 400) return "Problem";
  return text.includes('"computers"') ? "ComputerList" : "Computer";
}

const isUnavailable = (id: VariantId, status: number) => id === "sometimes-unavailable" && status === 503;
