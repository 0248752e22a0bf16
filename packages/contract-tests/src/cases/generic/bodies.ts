import { jsonContentOf, type Operation } from "@compute-host/openapi/model";
import type { CheckName } from "../../conformance/check-names.ts";
import type { ObjectSchema } from "../../data/mutators.ts";
import { isFreeText } from "../../data/valid-data.ts";
import { type ContractRequest, NoResponseError } from "../../http/exchange.ts";
import type { ContractApi } from "../../openapi/contract-api.ts";
import type { Capability } from "../../targets/capabilities.ts";
import { type CaseContext, type ContractCase, type PathValues, verify } from "../contract-case.ts";
import { isDestructive, requestOnChangeable } from "./plain-request.ts";

type BodyVariant = Pick<ContractRequest, "rawBody" | "contentType" | "isChunked">;

interface BodyRule {
  readonly behaviour: string;
  readonly status: number;
  readonly needs: readonly Capability[];
  readonly says?: string;
  readonly variants: (api: ContractApi) => readonly BodyVariant[];
}

/** Ways in which text is nearly JSON: each makes one of JSON that would be taken. */
const malformations: readonly ((json: string) => string)[] = [
  () => "{",
  () => '{"a":',
  () => "text",
  () => " ",
  () => "NaN",
  () => "[",
  () => '"',
  () => "tru",
  () => '{"a":01}',
  () => '{"a":+1}',
  () => '{"a":.5}',
  () => '{"a":undefined}',
  () => '{"a":Infinity}',
  () => '{"a":"\\u00g0"}',
  () => "{,}",
  (json) => `${json}{}`,
  (json) => `${json} x`,
  (json) => `${json},`,
  (json) => json.slice(0, -1),
  (json) => json.replace(/\}$/, ",}"),
  (json) => json.replaceAll('"', "'"),
  (json) => json.replaceAll(/"(\w+)":/g, "$1:"),
  (json) => json.replaceAll(":", "="),
  (json) => `/* comment */${json}`,
  (json) => `// comment\n${json}`,
  (json) => `${json} # comment`,
  (json) => `)]}',\n${json}`,
  (json) => `callback(${json})`,
  (json) => json.replace(/"(?=[^"]*$)/, '\n"'),
  (json) => json.replace(/"(?=[^"]*$)/, '\t"'),
  (json) => json.replace(/"(?=[^"]*$)/, '\\x41"'),
  (json) => json.replace(/"(?=[^"]*$)/, '\u0000"'),
  (json) => JSON.stringify(json),
  (json) => `[${json}]`,
];

const otherTypes = [
  "text/plain",
  "text/json",
  "application/xml",
  "application/x-www-form-urlencoded",
  "application/octet-stream",
  "multipart/form-data; boundary=x",
  "application/jsonx",
  "application/json-patch",
  "application/xjson",
  "application/json+x",
  "application/merge-patch+json",
  "application/vnd.api+json",
  "application/problem+json",
  "application/x-json",
  "application",
  "json",
  "*/*",
  "text/plain; application/json",
  "text/plain; charset=application/json",
];

const rules: readonly BodyRule[] = [
  {
    behaviour: "refuses a body that is not UTF-8",
    status: 400,
    needs: ["answersMalformedJson"],
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
    behaviour: "refuses a missing body",
    status: 400,
    needs: [],
    variants: () => [{ contentType: "application/json" }, { contentType: "application/json", rawBody: "" }],
  },
  {
    behaviour: "refuses names that every object inherits, and __proto__, as unknown",
    status: 400,
    needs: ["writesOwnProblems"],
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
    behaviour: "refuses bodies that are deep without failing",
    status: 400,
    needs: ["writesOwnProblems"],
    variants: () =>
      [`${"[".repeat(5_000)}${"]".repeat(5_000)}`, `{"a":${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}}`].map(
        (rawBody) => ({ rawBody }),
      ),
  },
  {
    behaviour: "refuses other content types",
    status: 415,
    needs: ["insistsOnContentType"],
    says: "The request body is not `application/json`",
    variants: () => otherTypes.map((contentType) => ({ contentType, rawBody: "{}" })),
  },
  {
    behaviour: "refuses a body without a content type",
    status: 415,
    needs: ["insistsOnContentType"],
    says: "a body without a `Content-Type` is answered in the same way",
    variants: () => [
      { contentType: null, rawBody: "{}" },
      { contentType: null, rawBody: "{" },
    ],
  },
];

const sizeSentence = "a body has at most 64 KiB";

/** What an operation with a body says to bodies that are too large, no JSON, or not declared to be JSON. */
export function bodyCases(api: ContractApi): ContractCase[] {
  const withBody = api.operations.filter(
    (operation) =>
      jsonContentOf(operation.body?.content) &&
      operation.body?.isRequired &&
      !isDestructive(operation, api.document),
  );
  return withBody.flatMap((operation) => [
    ...rules
      .filter(({ status }) => isDocumented(api, operation, status))
      .map((rule) => refusal(operation, rule)),
    ...(isDocumented(api, operation, 400) ? [refusesMalformed(operation), refusesRepeated(operation)] : []),
    takesJsonTypes(operation),
    ...(maxBodyBytes(api) !== undefined && isDocumented(api, operation, 413) ? sizeCases(operation) : []),
  ]);
}

function isDocumented(api: ContractApi, operation: Operation, status: number): boolean {
  return api.response(operation, status)?.status === String(status);
}

function maxBodyBytes({ document }: ContractApi): number | undefined {
  const limit = document["x-max-body-bytes"];
  return typeof limit === "number" ? limit : undefined;
}

function bodyCase(operation: Operation, behaviour: string, check: CheckName): Omit<ContractCase, "run"> {
  return {
    title: `${operation.operationId} ${behaviour}`,
    theme: "bodies",
    operationId: operation.operationId,
    checks: [check],
    needs: [],
  };
}

function refusal(operation: Operation, { behaviour, status, needs, says, variants }: BodyRule): ContractCase {
  return {
    ...bodyCase(operation, behaviour, "negative_data_rejection"),
    needs,
    ...(says ? { says } : {}),
    async run(context) {
      const { json: _, ...request } = await requestOnChangeable(context, operation);
      for (const variant of variants(context.api)) await context.send({ ...request, ...variant }, { status });
    },
  };
}

/** Bodies that would be taken and change something if they were JSON: a service that is lenient shows. */
function refusesMalformed(operation: Operation): ContractCase {
  return {
    ...bodyCase(operation, "refuses a body that is not JSON", "negative_data_rejection"),
    needs: ["answersMalformedJson"],
    async run(context) {
      const { json: _, ...request } = await requestOnChangeable(context, operation);
      const path = request.path ?? {};
      await context.fixtures.restoring(context, path, async () => {
        const json = JSON.stringify(plainBody(context, operation, path));
        for (const malform of malformations) {
          const rawBody = malform(json);
          if (isJson(rawBody) && !rawBody.startsWith('"') && !rawBody.startsWith("[")) continue;
          await context.send({ ...request, rawBody }, { status: 400 });
        }
      });
    },
  };
}

/** Of a property that is given twice a service may take either, or refuse both; it stores none that breaks the schema. */
function refusesRepeated(operation: Operation): ContractCase {
  return {
    ...bodyCase(
      operation,
      "stores nothing that breaks the schema where a property is repeated",
      "negative_data_rejection",
    ),
    needs: ["keepsState"],
    async run(context) {
      const { json: _, ...request } = await requestOnChangeable(context, operation);
      const path = request.path ?? {};
      await context.fixtures.restoring(context, path, async () => {
        const valid = plainBody(context, operation, path);
        for (const [name, value] of Object.entries(valid)) {
          for (const wrong of ['""', "null", "7", "{}", JSON.stringify("x".repeat(5_000))]) {
            const right = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
            const broken = `${JSON.stringify(name)}:${wrong}`;
            for (const rawBody of [`{${right},${broken}}`, `{${broken},${right}}`]) {
              const { status, json } = await context.send(
                { ...request, rawBody },
                { status: [200, 400, 409] },
              );
              const stored = (json as Record<string, unknown> | undefined)?.[name];
              const isRight = status !== 200 || JSON.stringify(stored) !== wrong;
              verify(isRight, `${rawBody.slice(0, 120)} stores ${wrong.slice(0, 40)}`, {
                smallestBody: rawBody,
              });
            }
          }
        }
      });
    },
  };
}

/** A body of texts that a service takes, with what can be put back. */
function plainBody(context: CaseContext, operation: Operation, path: PathValues): object {
  const { api, fixtures } = context;
  const pointer = jsonContentOf(operation.body?.content)?.schemaPointer ?? "";
  const schema = api.schema(pointer) as ObjectSchema;
  const texts = Object.entries(schema.properties ?? {}).filter(([, property]) => isFreeText({ ...property }));
  const full = Object.fromEntries(texts.map(([name]) => [name, `contract-${crypto.randomUUID()}`]));
  return fixtures.reversible(context, path, full) as object;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function takesJsonTypes(operation: Operation): ContractCase {
  return {
    ...bodyCase(
      operation,
      "takes application/json in any letter case, with parameters",
      "positive_data_acceptance",
    ),
    async run(context) {
      const request = await requestOnChangeable(context, operation);
      const types = [
        "application/json",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        "Application/JSON",
        'application/json; charset="utf-8"',
      ];
      for (const contentType of types) {
        const { status } = await context.send({ ...request, contentType });
        const detail = { check: "positive_data_acceptance" } as const;
        verify(status < 300, `the content type ${contentType} gets ${status}, not 2xx`, detail);
      }
      const { status } = await context.send({ ...request, isChunked: true });
      verify(status < 300, `a chunked body gets ${status}, not 2xx`, { check: "positive_data_acceptance" });
      const spaced = ` \r\n\t${JSON.stringify(request.json)}\n `;
      const { json: _, ...bare } = request;
      const padded = await context.send({ ...bare, rawBody: spaced });
      verify(padded.status < 300, `white space around the JSON gets ${padded.status}, not 2xx`);
    },
  };
}

/** A body with space in it, of that many bytes. */
function padded(json: unknown, bytes: number): string {
  const text = JSON.stringify(json ?? {});
  return text.slice(0, -1) + " ".repeat(Math.max(bytes - Buffer.byteLength(text), 0)) + text.slice(-1);
}

function sizeCases(operation: Operation): ContractCase[] {
  return [
    {
      ...bodyCase(operation, "takes a body of the largest size", "positive_data_acceptance"),
      needs: ["limitsBodies"],
      says: sizeSentence,
      async run(context) {
        const { json, ...request } = await requestOnChangeable(context, operation);
        const limit = maxBodyBytes(context.api) ?? 0;
        for (const isChunked of [false, true]) {
          const { status } = await context.send({ ...request, rawBody: padded(json, limit), isChunked });
          verify(status < 300, `${limit} bytes get ${status}, not 2xx`, {
            check: "positive_data_acceptance",
          });
        }
      },
    },
    {
      ...bodyCase(operation, "refuses a body that is larger, counted in bytes", "negative_data_rejection"),
      needs: ["limitsBodies"],
      says: sizeSentence,
      async run(context) {
        const { json, ...request } = await requestOnChangeable(context, operation);
        const limit = maxBodyBytes(context.api) ?? 0;
        const wide = "\u6f22".repeat(Math.ceil(limit / 3) + 1);
        const bodies = [
          padded(json, limit + 1),
          padded(json, limit * 2),
          JSON.stringify({ unknown: wide }),
          " ".repeat(limit + 1),
          "x".repeat(limit + 1),
        ];
        for (const rawBody of bodies) {
          for (const isChunked of [false, true])
            await refuseLarge(context, { ...request, rawBody, isChunked });
        }
      },
    },
  ];
}

/**
 * A service may refuse before it has read the body, and close: a client may then see no response, but not each time
 * with a body that is hardly too large.
 */
async function refuseLarge(context: CaseContext, request: ContractRequest, attempts = 4): Promise<void> {
  try {
    await context.send(request, { status: 413 });
  } catch (error) {
    const isLost = error instanceof NoResponseError && !/within \d+ ms/.test(error.message);
    if (!isLost || attempts <= 1) throw error;
    await refuseLarge(context, request, attempts - 1);
  }
}
