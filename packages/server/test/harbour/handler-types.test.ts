import { expectTypeOf, test } from "vitest";
import type { Authenticators } from "../../src/http/http-server.ts";
import type { OperationHandlers } from "../../src/http/operation-types.ts";
import type { ProblemArguments } from "../../src/http/problem.ts";
import type { HarbourHandlers } from "./harbour-handlers.ts";
import type { ExtendedProblems } from "./problems.gen.ts";

type Call<Id extends keyof HarbourHandlers> = Parameters<HarbourHandlers[Id]>[0];
type Result<Id extends keyof HarbourHandlers> = Awaited<ReturnType<HarbourHandlers[Id]>>;

test("a reply has a documented status and the header fields that it requires", () => {
  const body = { name: "argo" };
  const created: Result<"createShip"> = { status: 201, headers: { Location: "/ships/1" }, body };
  const accepted: Result<"createShip"> = { status: 202 };
  const full: Result<"createShip"> = { status: 402, body: { berths: 1 } };
  // @ts-expect-error Location is required
  const withoutHeader: Result<"createShip"> = { status: 201, headers: {}, body };
  // @ts-expect-error Location is required
  const withoutHeaders: Result<"createShip"> = { status: 201, body };
  // @ts-expect-error the first success needs a header field
  const short: Result<"createShip"> = "{}";
  // @ts-expect-error 409 is not documented
  const undocumented: Result<"createShip"> = { status: 409, body: "{}" };
  // @ts-expect-error 402 has another shape
  const otherShape: Result<"createShip"> = { status: 402, body: { name: 1 } };
  // @ts-expect-error 202 has no body
  const withBody: Result<"createShip"> = { status: 202, body: "{}" };
  // @ts-expect-error Age is not documented
  const otherHeader: Result<"listShips"> = { status: 200, headers: { "X-Total-Count": 1, Age: 1 }, body: [] };
  // @ts-expect-error X-Total-Count is a number
  const otherValue: Result<"listShips"> = { status: 200, headers: { "X-Total-Count": "1" }, body: [] };
  const count: Result<"listShips"> = { status: 200, headers: { "X-Total-Count": 1 }, body: "[]" };
  // @ts-expect-error no part of the range
  const outside: Result<"patchShip"> = { status: 300, body: "{}" };
  // @ts-expect-error the media type is not documented
  const image: Result<"putPhoto"> = { status: 200, headers: { "content-type": "image/gif" }, body: "" };
  void [created, accepted, full, withoutHeader, withoutHeaders, short, undocumented, otherShape, withBody];
  void [otherHeader, otherValue, count, outside, image];
});

test("the body alone is the first success", () => {
  expectTypeOf<string>().toExtend<Result<"restartShip">>();
  expectTypeOf<string>().not.toExtend<Result<"replaceShip">>();
  expectTypeOf<string>().toExtend<Awaited<ReturnType<OperationHandlers["getComputer"]>>>();
  expectTypeOf<undefined>().not.toExtend<Awaited<ReturnType<OperationHandlers["getComputer"]>>>();
});

test("only a secured operation has an owner", () => {
  expectTypeOf<Call<"listShips">["ownerId"]>().toEqualTypeOf<string>();
  expectTypeOf<Call<"getTide">["ownerId"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Call<"getHealth">["ownerId"]>().toEqualTypeOf<undefined>();
});

test("each scheme of the spec needs an authenticator", () => {
  expectTypeOf<Record<never, never>>().not.toExtend<Authenticators>();
});

test("a parameter with a default always has a value", () => {
  expectTypeOf<Call<"listShips">["query"]["limit"]>().toEqualTypeOf<number>();
  expectTypeOf<Call<"listShips">["query"]["flag"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Call<"listShips">["headers"]["X-Sort"]>().toEqualTypeOf<"name" | "age">();
});

test("a body has the type of its media type", () => {
  expectTypeOf<Call<"writeLog">["body"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Call<"putPhoto">["body"]>().toEqualTypeOf<Uint8Array>();
  type Form = Extract<Call<"addCrew">, { mediaType: "multipart/form-data" }>["body"];
  expectTypeOf<Form["portrait"]>().toEqualTypeOf<File>();
  expectTypeOf<Form["papers"]>().toEqualTypeOf<readonly File[] | undefined>();
  expectTypeOf<Form["age"]>().toEqualTypeOf<number>();
});

test("a problem demands the members that its schema requires", () => {
  type Arguments = ProblemArguments<"low-tide", ExtendedProblems>;
  expectTypeOf<[{ members: { depth: number } }]>().toExtend<Arguments>();
  expectTypeOf<[{ members: { depth: string } }]>().not.toExtend<Arguments>();
  expectTypeOf<[]>().not.toExtend<Arguments>();
  expectTypeOf<[]>().toExtend<ProblemArguments<"not-found", ExtendedProblems>>();
});
