import { fileURLToPath } from "node:url";
import { readApi } from "@compute-host/openapi";
import { describe, expect, test } from "vitest";
import { describedFixtures } from "../../src/cases/fixtures.ts";
import { authenticationCases } from "../../src/cases/generic/authentication.ts";
import { curlLine } from "../../src/describe/curl-line.ts";
import { exchange } from "../../src/http/exchange.ts";
import { createContractApi } from "../../src/openapi/contract-api.ts";
import type { CaseOutcome } from "../../src/run/outcome.ts";
import { runContract } from "../../src/run/run-contract.ts";
import type { Target } from "../../src/targets/target.ts";
import { withCredentials } from "../../src/targets/with-credentials.ts";
import { patientLimits } from "../targets/patient-limits.ts";

const file = fileURLToPath(new URL("depot.yaml", import.meta.url));
const depot = createContractApi(await readApi(file), ["authentication#1", "errors#4"]);
const pair = `Basic ${Buffer.from("ada:engine").toString("base64")}`;
const isPair = (text: string | null) => text?.replace(/^basic /i, "Basic ") === pair;

type Check = (request: Request) => boolean;

/** What a right service asks of a request, by method and path. */
const checks: Readonly<Record<string, Check>> = {
  "GET /health": () => true,
  "GET /crates": ({ headers }) => headers.get("x-depot-key") === "depot-secret",
  "POST /crates": ({ headers }) => isPair(headers.get("authorization")),
  "GET /crates/no-such-record": ({ url }) => new URL(url).searchParams.get("key") === "query-secret",
  "DELETE /crates/no-such-record": ({ headers }) =>
    headers.get("x-depot-key") === "depot-secret" && isPair(headers.get("authorization")),
};

function depotTarget(given: Partial<Target>, wrong: Readonly<Record<string, Check>> = {}): Target {
  return {
    name: "depot",
    baseUrl: "http://depot.test",
    token: "depot-secret",
    lacks: {
      hasRevokedToken: "none",
      hasExpiredToken: "none",
      isDisposable: "none",
      answersWrongMethods: "none",
      keepsState: "none",
    },
    ...patientLimits,
    passTime: async () => {},
    close: async () => {},
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      const key = `${request.method} ${pathname.replace("/c-1", "/no-such-record")}`;
      const isAllowed = { ...checks, ...wrong }[key]?.(request) ?? false;
      return Response.json({ code: isAllowed ? "unknown" : "refused" }, { status: isAllowed ? 422 : 401 });
    },
    ...given,
  };
}

const credentials = { queryKey: "query-secret", person: "ada:engine" };

async function failuresOf(target: Target): Promise<CaseOutcome[]> {
  const cases = authenticationCases(depot);
  const { outcomes } = await runContract(target, { api: depot, cases, fixtures: describedFixtures });
  return outcomes.filter(({ outcome }) => outcome !== "passed");
}

const failed = (outcomes: readonly CaseOutcome[]) =>
  outcomes.filter(({ outcome }) => outcome === "failed").map(({ contractCase }) => contractCase.title);

describe("the cases about credentials", () => {
  test("pass where each operation takes what it requires, and leave nothing else out", async () => {
    const outcomes = await failuresOf(depotTarget({ credentials }));
    expect(failed(outcomes)).toEqual([]);
    expect(new Set(outcomes.map(({ reason }) => reason))).toEqual(new Set(["none"]));
  });

  test("are about secured operations only", () => {
    expect(new Set(authenticationCases(depot).map(({ operationId }) => operationId))).toEqual(
      new Set(["listCrates", "createCrate", "getCrate", "deleteCrate"]),
    );
  });

  test.each<[string, Record<string, Check>, string]>([
    [
      "a key in the query too",
      {
        "GET /crates": ({ headers, url }) =>
          headers.get("x-depot-key") === "depot-secret" ||
          new URL(url).searchParams.get("api_key") === "depot-secret",
      },
      "listCrates takes the key only from x-depot-key",
    ],
    [
      "any key",
      { "GET /crates/no-such-record": ({ url }) => new URL(url).searchParams.has("key") },
      "getCrate refuses invalid and unknown keys",
    ],
    [
      "a longer password",
      {
        "POST /crates": ({ headers }) =>
          Buffer.from(headers.get("authorization")?.slice(6) ?? "", "base64")
            .toString()
            .startsWith("ada:engine"),
      },
      "createCrate refuses passwords that are nearly the valid one",
    ],
    ["no credentials", { "POST /crates": () => true }, "createCrate refuses a request without Authorization"],
  ])("notice a service that takes %s", async (_what, wrong, title) => {
    const target = depotTarget({ credentials }, wrong);
    const { isDisposable: _, ...lacks } = target.lacks;
    expect(failed(await failuresOf({ ...target, lacks }))).toContain(title);
  });

  test("say which credential is missing, and still send none", async () => {
    const outcomes = await failuresOf(depotTarget({}));
    expect(failed(outcomes)).toEqual([]);
    const reasons = new Set(outcomes.map(({ reason }) => reason));
    expect(reasons).toContain("createCrate needs a credential for person in CONTRACT_TOKEN_PERSON");
    expect(reasons).toContain("getCrate needs a credential for queryKey in CONTRACT_TOKEN_QUERYKEY");
    expect(outcomes.map(({ contractCase }) => contractCase.title)).not.toContain(
      "createCrate refuses a request without Authorization",
    );
  });
});

test.each([
  ["getHealth", "Accept: text/plain"],
  ["listCrates", "X-Depot-Key: $CONTRACT_TOKEN"],
  ["getCrate", "?key=$CONTRACT_TOKEN_QUERYKEY"],
  ["createCrate", "Authorization: Basic $(printf %s $CONTRACT_TOKEN_PERSON | base64 -w0)"],
])("a failure of %s shows how to send the request again, without a secret", async (operationId, shown) => {
  const target = withCredentials(depotTarget({ credentials }), depot);
  const operation = depot.operation(operationId);
  const line = curlLine(await exchange(target, { operation, path: { crateId: "c-1" } }), target.baseUrl);
  expect(line).toContain(shown);
  for (const secret of ["depot-secret", "query-secret", "ada", pair]) expect(line).not.toContain(secret);
});
