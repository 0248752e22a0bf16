import { type ContractRequest, NoResponseError } from "../../../http/exchange.ts";
import type { ContractApi } from "../../../openapi/contract-api.ts";
import type { RuleId } from "../../../openapi/rules.gen.ts";
import type { Capability } from "../../../targets/capabilities.ts";
import { readAside } from "../../computers/computer-fixtures.ts";
import { type CaseContext, type ContractCase, type RuleIds, verify } from "../../contract-case.ts";
import { type BareUpdate, bodyCase, effectiveBody } from "./body-case.ts";
import { malformedBodyCases } from "./malformed-bodies.ts";

const jsonType = "application/json";

type BodyVariant = Pick<ContractRequest, "rawBody" | "contentType" | "isChunked">;

interface BodyRule {
  readonly behaviour: string;
  readonly status: number;
  readonly needs: readonly Capability[];
  readonly rules: RuleIds;
  /** @param json a body that the operation accepts, and that changes something */
  readonly variants: (json: string, api: ContractApi) => readonly BodyVariant[];
}

/** Media types that are not JSON, though some parsers accept them as JSON. */
const otherTypes = [
  "text/plain",
  "text/json",
  "application/xml",
  "application/x-www-form-urlencoded",
  "*/*",
  "json",
  "application/octet-stream",
  "multipart/form-data; boundary=x",
  "application/jsonx",
  "application",
  "application/json-patch",
  "application/xjson",
  "application/json+x",
  "application/merge-patch+json",
  "application/vnd.api+json",
  "application/problem+json",
  "application/x-json",
  "text/plain; application/json",
  "text/plain; charset=application/json",
];

const sizeRules = ["BodyTooLarge#1", "BodyTooLarge", "limits#1"] as const;

const rules: readonly BodyRule[] = [
  {
    behaviour: "refuses a body that is not UTF-8",
    status: 400,
    needs: ["answersMalformedJson"],
    rules: ["InvalidUpdate"],
    variants: () =>
      ["\xff\xfe", "\xc0\xaf", "\xe4\xa4", "\xed\xa0\x80"].map((bytes) => ({
        rawBody: Uint8Array.from(Buffer.from(`{"name":"${bytes}"}`, "latin1")),
      })),
  },
  {
    behaviour: "refuses JSON in UTF-16 and UTF-32",
    status: 400,
    needs: ["answersMalformedJson"],
    rules: ["InvalidUpdate"],
    variants: (json) => wideTexts(json).map((rawBody) => ({ rawBody })),
  },
  {
    behaviour: "refuses a missing body",
    status: 400,
    needs: [],
    rules: ["updateComputer.body"],
    variants: () => [{ contentType: jsonType }, { contentType: jsonType, rawBody: "" }],
  },
  {
    behaviour: "refuses names that every object inherits, and __proto__, as unknown",
    status: 400,
    needs: ["writesOwnProblems"],
    rules: ["updateComputer.body#1", "ComputerUpdate#1"],
    variants: () =>
      [
        '{"constructor":"x"}',
        '{"toString":"x"}',
        '{"__proto__":{"name":"x"}}',
        '{"__proto__":"x"}',
        '{"__proto__":null}',
        '{"constructor":{"prototype":{"name":"x"}}}',
      ].map((rawBody) => ({ rawBody })),
  },
  {
    behaviour: "refuses deeply nested bodies without failing",
    status: 400,
    needs: ["writesOwnProblems"],
    rules: ["InvalidUpdate", "updateComputer.body#1"],
    variants: () =>
      [`${"[".repeat(5_000)}${"]".repeat(5_000)}`, `{"a":${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}}`].map(
        (rawBody) => ({ rawBody }),
      ),
  },
  {
    behaviour: "refuses other content types",
    status: 415,
    needs: ["insistsOnContentType"],
    rules: ["UnsupportedMediaType"],
    variants: (json) => otherTypes.map((contentType) => ({ contentType, rawBody: json })),
  },
  {
    behaviour: "refuses a body without a content type",
    status: 415,
    needs: ["insistsOnContentType"],
    rules: ["UnsupportedMediaType#1"],
    variants: (json) => [
      { contentType: null, rawBody: json },
      { contentType: "", rawBody: json },
      { contentType: null, rawBody: "{" },
    ],
  },
  {
    behaviour: "refuses a body over the maximum size, counted in bytes",
    status: 413,
    needs: ["limitsBodies"],
    rules: sizeRules,
    variants: (json, api) =>
      tooLarge(json, maxBodyBytes(api)).flatMap((rawBody) => [{ rawBody }, { rawBody, isChunked: true }]),
  },
];

/** How an update treats bodies that are too large, not JSON, or not declared as JSON. */
export const bodyCases: readonly ContractCase[] = [
  ...rules.map(({ behaviour, rules: own, status, variants, needs }) =>
    bodyCase(
      behaviour,
      "negative_data_rejection",
      own,
      async (context, update) => {
        const json = JSON.stringify(effectiveBody(context, update.path));
        for (const variant of variants(json, context.api)) {
          await refuse(context, { ...update, ...variant }, status);
          await readAside(context, update.path);
        }
      },
      needs,
    ),
  ),
  ...malformedBodyCases,
  bodyCase(
    "applies or refuses a body with an odd charset, encoding or byte order mark",
    "not_a_server_error",
    ["UnsupportedMediaType", "InvalidUpdate"],
    survivesOddBodies,
    ["writesOwnProblems"],
  ),
  bodyCase(
    `accepts ${jsonType} in any letter case, with parameters`,
    "positive_data_acceptance",
    ["UnsupportedMediaType"],
    takesJsonTypes,
  ),
  bodyCase(
    "accepts a body of the maximum size",
    "positive_data_acceptance",
    sizeRules,
    async (context, update) => {
      const limit = maxBodyBytes(context.api);
      const rawBody = padded("{}", limit);
      for (const isChunked of [false, true])
        await accept(context, { ...update, rawBody, isChunked }, "limits#1", `a body of ${limit} bytes`);
    },
    ["limitsBodies"],
  ),
];

/** JSON between systems is UTF-8 (RFC 8259, section 8.1), but some parsers detect other encodings. */
function wideTexts(json: string): Uint8Array<ArrayBuffer>[] {
  const little = [json, `\ufeff${json}`].map((text) => Buffer.from(text, "utf16le"));
  const wide = Array.from(json, (character) => [character.codePointAt(0) ?? 0, 0, 0, 0]);
  const all = [...little, ...little.map((bytes) => Buffer.from(bytes).swap16()), wide.flat()];
  return all.map((bytes) => Uint8Array.from(bytes));
}

function maxBodyBytes({ document }: ContractApi): number {
  return Number(document["x-max-body-bytes"]);
}

/** Pads a JSON text with spaces to a number of bytes. */
function padded(json: string, bytes: number): string {
  return json.slice(0, -1) + " ".repeat(Math.max(bytes - Buffer.byteLength(json), 0)) + json.slice(-1);
}

function tooLarge(json: string, limit: number): string[] {
  const wide = "\u6f22".repeat(Math.ceil(limit / 3) + 1);
  const texts = [JSON.stringify({ unknown: wide }), " ".repeat(limit + 1), "x".repeat(limit + 1)];
  return [padded(json, limit + 1), padded(json, limit * 2), ...texts];
}

async function takesJsonTypes(context: CaseContext, update: ContractRequest): Promise<void> {
  const json = {};
  const parameters = ["; charset=utf-8", ";charset=UTF-8", '; charset="utf-8"'];
  const types = [jsonType, "Application/JSON", ...parameters.map((one) => jsonType + one)];
  for (const contentType of types)
    await accept(
      context,
      { ...update, json, contentType },
      "UnsupportedMediaType",
      `the content type ${contentType}`,
    );
  await accept(context, { ...update, json, isChunked: true }, "updateComputer.body", "a chunked body");
  await accept(
    context,
    { ...update, rawBody: " \r\n\t{}\n " },
    "updateComputer.body",
    "white space around the JSON",
  );
}

async function accept(
  context: CaseContext,
  request: ContractRequest,
  rule: RuleId,
  what: string,
): Promise<void> {
  const { status } = await context.send(request);
  verify(status === 200, rule, `${what} gets ${status}, not 200`, {
    check: "positive_data_acceptance",
  });
}

/**
 * A service may refuse an odd charset, an encoding or a byte order mark, but must not fail, or apply something else.
 */
async function survivesOddBodies(context: CaseContext, update: BareUpdate): Promise<void> {
  const json = () => effectiveBody(context, update.path);
  const odd: (readonly [RuleId, Partial<ContractRequest>])[] = [
    ["UnsupportedMediaType", { json: json(), contentType: `${jsonType}; charset=bogus` }],
    ["UnsupportedMediaType", { json: json(), headers: { "content-encoding": "gzip" } }],
    ["InvalidUpdate", { rawBody: `\ufeff${JSON.stringify(json())}` }],
  ];
  for (const [rule, one] of odd) await context.send({ ...update, ...one }, { status: [200, 400, 415], rule });
}

/**
 * Sends a body that has to be refused. A service may close the connection before it has read a large one, and then a
 * client may lose the response. That is a race, so one response in four attempts is enough.
 */
async function refuse(context: CaseContext, request: ContractRequest, status: number, attempts = 4) {
  try {
    await context.send(request, { status });
  } catch (error) {
    // A timeout is not a lost response; its message says how long the client waited.
    const isLost = error instanceof NoResponseError && !/within \d+ ms/.test(error.message);
    if (status !== 413 || !isLost) throw error;
    verify(attempts > 1, "BodyTooLarge", error.message);
    await refuse(context, request, status, attempts - 1);
  }
}
