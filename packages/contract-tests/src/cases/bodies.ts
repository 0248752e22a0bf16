import type { ContractRequest } from "../http/exchange.ts";
import type { ApiSpec } from "../spec/api-spec.ts";
import { locate } from "../spec/spec-document.ts";
import type { Capability } from "../targets/capabilities.ts";
import { wants } from "./computer-facts.ts";
import { type ContractCase, verify } from "./contract-case.ts";
import { validRequest } from "./valid-request.ts";

type BodyVariant = Pick<ContractRequest, "rawBody" | "contentType">;

interface BodyRule {
  readonly behaviour: string;
  readonly status: number;
  readonly needs: readonly Capability[];
  readonly variants: (spec: ApiSpec) => readonly BodyVariant[];
}

const rules: readonly BodyRule[] = [
  {
    behaviour: "refuses a body that is not JSON",
    status: 400,
    needs: ["answersMalformedJson"],
    variants: () =>
      ['{"name":', "{'name':'x'}", '{"name":"x",}', "name", "{}{}", "NaN", " "].map((rawBody) => ({
        rawBody,
      })),
  },
  {
    behaviour: "refuses a body that is not UTF-8",
    status: 400,
    needs: ["answersMalformedJson"],
    variants: () => [
      { rawBody: Uint8Array.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]) },
    ],
  },
  {
    behaviour: "refuses a missing body",
    status: 400,
    needs: [],
    variants: () => [{ contentType: "application/json" }],
  },
  {
    behaviour: "refuses names that every object inherits",
    status: 400,
    needs: [],
    variants: () => ['{"constructor":"x"}', '{"toString":"x"}'].map((rawBody) => ({ rawBody })),
  },
  {
    behaviour: "refuses __proto__ as the unknown property that it is",
    status: 400,
    needs: ["writesOwnProblems"],
    variants: () => ['{"__proto__":{"name":"x"}}', '{"__proto__":"x"}'].map((rawBody) => ({ rawBody })),
  },
  {
    behaviour: "refuses other content types",
    status: 415,
    needs: [],
    variants: () =>
      ["text/plain", "application/xml", "application/x-www-form-urlencoded", "application/octet-stream"].map(
        (contentType) => ({ contentType, rawBody: "{}" }),
      ),
  },
  {
    behaviour: "refuses a body without a content type",
    status: 415,
    needs: ["insistsOnContentType"],
    variants: () => [{ contentType: null, rawBody: "{}" }],
  },
  {
    behaviour: "takes application/json with a charset, in any letter case",
    status: 200,
    needs: [],
    variants: () =>
      ["application/json; charset=utf-8", "Application/JSON"].map((contentType) => ({
        contentType,
        rawBody: "{}",
      })),
  },
  {
    behaviour: "takes a body of the largest size",
    status: 200,
    needs: ["limitsBodies"],
    variants: (spec) => [{ rawBody: bodyOfSize(maxBodyBytes(spec)) }],
  },
  {
    behaviour: "refuses a body that is larger, by one byte or by far",
    status: 413,
    needs: ["limitsBodies"],
    variants: (spec) =>
      [1, maxBodyBytes(spec)].map((more) => ({ rawBody: bodyOfSize(maxBodyBytes(spec) + more) })),
  },
];

/** What an operation with a body says to bodies that are too large, no JSON, or not declared to be JSON. */
export function bodyCases(spec: ApiSpec): ContractCase[] {
  const withBody = spec.operations.filter((operation) => operation.requestBody);
  return withBody.flatMap((operation) =>
    rules.map(({ behaviour, status, needs, variants }) => ({
      title: `${operation.operationId} ${behaviour}`,
      operationId: operation.operationId,
      checks: [status < 300 ? "positive_data_acceptance" : "negative_data_rejection"],
      needs,
      missingData: needs.length > 0 ? wants("computer") : undefined,
      async run(context) {
        const request = { ...validRequest(context, operation), json: undefined };
        for (const variant of variants(spec)) await context.send({ ...request, ...variant }, { status });
      },
    })),
  );
}

/** The limit that the spec states in its example of 413. */
function maxBodyBytes(spec: ApiSpec): number {
  const { value } = locate(spec.document, "/components/examples/problemBodyTooLarge").value;
  const [bytes] = /\d+/.exec((value as { detail: string }).detail) ?? [];
  verify("negative_data_rejection", bytes !== undefined, "the example problemBodyTooLarge names no size");
  return Number(bytes);
}

/** `{}` with space in it. */
function bodyOfSize(bytes: number): string {
  return `{${" ".repeat(bytes - 2)}}`;
}
