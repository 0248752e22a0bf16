import { jsonContentOf, type Operation } from "@compute-host/openapi";
import { type ContractRequest, NoResponseError } from "../../http/exchange.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import type { RuleId } from "../../openapi/rules.gen.ts";
import type { Capability } from "../../targets/capabilities.ts";
import { type CaseContext, type ContractCase, verify } from "../contract-case.ts";
import { bodyCase } from "./body-case.ts";
import { effectiveBody, malformedBodyCases } from "./malformed-bodies.ts";
import { otherTypes } from "./other-types.ts";
import { requestOnChangeable, successStatusesOf } from "./plain-request.ts";

const jsonType = "application/json";

type BodyVariant = Pick<ContractRequest, "rawBody" | "contentType" | "isChunked">;

interface BodyRule {
  readonly behaviour: string;
  readonly status: number;
  readonly needs: readonly Capability[];
  readonly rules: readonly RuleId[];
  /** @param json a body that the operation accepts, and that changes something */
  readonly variants: (operation: Operation, api: ContractApi, json: string) => readonly BodyVariant[];
}

const sizeRules = ["BodyTooLarge#1", "BodyTooLarge", "limits#1"] as const;

const rules: readonly BodyRule[] = [
  {
    behaviour: "refuses a body that is not UTF-8",
    status: 400,
    needs: ["answersMalformedJson"],
    rules: ["InvalidUpdate"],
    variants: () =>
      [
        [0xff, 0xfe],
        [0xc0, 0xaf],
        [0xe4, 0xa4],
        [0xed, 0xa0, 0x80],
      ].map((bytes) => ({
        rawBody: Uint8Array.from([...Buffer.from('{"name":"'), ...bytes, ...Buffer.from('"}')]),
      })),
  },
  {
    behaviour: "refuses JSON in UTF-16 and UTF-32",
    status: 400,
    needs: ["answersMalformedJson"],
    rules: ["InvalidUpdate"],
    variants: (_operation, _api, json) => wideTexts(json).map((rawBody) => ({ rawBody })),
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
    // A schema that takes any name takes these.
    rules: ["updateComputer.body#1", "ComputerUpdate#1"],
    variants: ({ body }, api) =>
      [
        '{"constructor":"x"}',
        '{"toString":"x"}',
        '{"__proto__":{"name":"x"}}',
        '{"__proto__":"x"}',
        '{"__proto__":null}',
        '{"constructor":{"prototype":{"name":"x"}}}',
      ]
        .filter((text) => {
          const { schemaPointer } = jsonContentOf(body?.content) ?? {};
          return schemaPointer !== undefined && !api.validator(schemaPointer)(JSON.parse(text));
        })
        .map((rawBody) => ({ rawBody })),
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
    variants: (_operation, _api, json) => otherTypes.map((contentType) => ({ contentType, rawBody: json })),
  },
  {
    behaviour: "refuses a body without a content type",
    status: 415,
    needs: ["insistsOnContentType"],
    rules: ["UnsupportedMediaType#1"],
    variants: (_operation, _api, json) => [
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
    variants: (_operation, api, json) =>
      tooLarge(json, maxBodyBytes(api)).flatMap((rawBody) => [{ rawBody }, { rawBody, isChunked: true }]),
  },
];

/** JSON between systems is UTF-8 (RFC 8259, section 8.1), but some parsers detect other encodings. */
function wideTexts(json: string): Uint8Array<ArrayBuffer>[] {
  const marked = [json, `\ufeff${json}`];
  const little = marked.map((text) => Buffer.from(text, "utf16le"));
  const wide = Array.from(json, (character) => [character.codePointAt(0) ?? 0, 0, 0, 0]);
  const all = [...little, ...little.map((bytes) => Buffer.from(bytes).swap16()), wide.flat()];
  return all.map((bytes) => Uint8Array.from(bytes));
}

/** How an operation treats bodies that are too large, not JSON, or not declared as JSON. */
export function bodyCases(api: ContractApi): ContractCase[] {
  const withBody = api.operations.filter(({ body }) => body?.isRequired);
  return withBody.flatMap((operation) => [
    ...rules.map((rule) => refusal(operation, rule)),
    ...malformedBodyCases(operation),
    survivesOddBodies(operation),
    takesJsonTypes(operation),
    takesMaximum(operation),
  ]);
}

function maxBodyBytes({ document }: ContractApi): number {
  return Number(document["x-max-body-bytes"]);
}

function refusal(
  operation: Operation,
  { behaviour, status, needs, rules: own, variants }: BodyRule,
): ContractCase {
  return {
    ...bodyCase(operation, behaviour, "negative_data_rejection", own),
    needs,
    async run(context) {
      const { json: _, ...request } = await requestOnChangeable(context, operation);
      const path = request.path ?? {};
      await context.fixtures.restoring(context, path, async () => {
        const json = JSON.stringify(effectiveBody(context, operation, path));
        for (const variant of variants(operation, context.api, json)) {
          const send = () => refuse(context, { ...request, ...variant }, status);
          await context.fixtures.refusing(context, path, send);
        }
      });
    },
  };
}

function takesJsonTypes(operation: Operation): ContractCase {
  return {
    ...bodyCase(
      operation,
      `accepts ${jsonType} in any letter case, with parameters`,
      "positive_data_acceptance",
      ["UnsupportedMediaType"],
    ),
    async run(context) {
      const request = await requestOnChangeable(context, operation);
      const types = [
        jsonType,
        `${jsonType}; charset=utf-8`,
        `${jsonType};charset=UTF-8`,
        "Application/JSON",
        `${jsonType}; charset="utf-8"`,
      ];
      for (const contentType of types) {
        await accept(context, { ...request, contentType }, `the content type ${contentType}`);
      }
      await accept(context, { ...request, isChunked: true }, "a chunked body");
      const { json, ...bare } = request;
      const rawBody = ` \r\n\t${JSON.stringify(json)}\n `;
      await accept(context, { ...bare, rawBody }, "white space around the JSON");
    },
  };
}

/** A service may refuse an odd charset, an encoding or a byte order mark, but must not fail, or apply something else. */
function survivesOddBodies(operation: Operation): ContractCase {
  return {
    ...bodyCase(
      operation,
      "applies or refuses a body with an odd charset, encoding or byte order mark",
      "not_a_server_error",
      ["UnsupportedMediaType", "InvalidUpdate"],
    ),
    needs: ["writesOwnProblems"],
    async run(context) {
      const { json: _, ...request } = await requestOnChangeable(context, operation);
      const path = request.path ?? {};
      await context.fixtures.restoring(context, path, async () => {
        const json = () => effectiveBody(context, operation, path);
        const odd: Partial<ContractRequest>[] = [
          { json: json(), contentType: `${jsonType}; charset=bogus` },
          { json: json(), headers: { ...request.headers, "content-encoding": "gzip" } },
          { rawBody: `\ufeff${JSON.stringify(json())}` },
        ];
        const status = [...successStatusesOf(operation), 400, 415];
        for (const one of odd) await context.send({ ...request, ...one }, { status });
      });
    },
  };
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

function takesMaximum(operation: Operation): ContractCase {
  return {
    ...bodyCase(operation, "accepts a body of the maximum size", "positive_data_acceptance", sizeRules),
    needs: ["limitsBodies"],
    async run(context) {
      const { json = {}, ...request } = await requestOnChangeable(context, operation);
      const limit = maxBodyBytes(context.api);
      const rawBody = padded(JSON.stringify(json), limit);
      for (const isChunked of [false, true]) {
        await accept(context, { ...request, rawBody, isChunked }, `a body of ${limit} bytes`);
      }
    },
  };
}

async function accept(context: CaseContext, request: ContractRequest, what: string): Promise<void> {
  const { status } = await context.send(request);
  verify(status < 300, `${what} gets ${status}, not 2xx`, { check: "positive_data_acceptance" });
}

/**
 * Sends a body that has to be refused. A service may refuse a large one and close the connection before it has read the
 * body, so a client may see no response, but not every time for a body that is barely too large.
 */
async function refuse(context: CaseContext, request: ContractRequest, status: number, attempts = 4) {
  try {
    await context.send(request, { status });
  } catch (error) {
    const isLost = error instanceof NoResponseError && !/within \d+ ms/.test(error.message);
    if (status !== 413 || !isLost || attempts <= 1) throw error;
    await refuse(context, request, status, attempts - 1);
  }
}
