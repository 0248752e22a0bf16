import { expect, test, vi } from "vitest";
import * as client from "../src/index.ts";

type Constructor = new (message: string) => client.ComputeHostError;

/** Every exported error class. */
const classes = Object.values(client).filter(
  (value): value is typeof client.ComputeHostError => typeof value === "function" && "kind" in value,
);

const guardOf = (kind: string) =>
  (client as unknown as Record<string, (error: unknown) => boolean>)[`is${kind}`];

test.each(classes.map(({ kind }) => kind))("%s has a guard, its literal name and its code", (kind) => {
  const type = (client as unknown as Record<string, Constructor>)[kind] as Constructor;
  const error = new type("message");
  expect(error.name).toBe(kind);
  expect(error.code).toBe(
    kind
      .replace(/Error$/, "")
      .replace(/(?<=[a-z])(?=[A-Z])/g, "_")
      .toUpperCase(),
  );
  expect(guardOf(kind)?.(error)).toBe(true);
  expect(client.isComputeHostError(error)).toBe(true);
  expect(String(error)).toBe(`${kind}: message`);
});

test("a guard recognises errors of another copy of the package, which instanceof does not", async () => {
  vi.resetModules();
  const copy: typeof client = await import("../src/index.ts");
  expect(copy.NotFoundError).not.toBe(client.NotFoundError);
  const error = new copy.ServiceUnavailableError("away");
  expect(error).not.toBeInstanceOf(client.ServerError);
  expect(
    client.isServiceUnavailableError(error) && client.isServerError(error) && client.isApiError(error),
  ).toBe(true);
  expect(client.isNotFoundError(error)).toBe(false);
});

test.each([undefined, null, "NotFoundError", 5, {}, new Error("NotFoundError"), { name: "NotFoundError" }])(
  "%o is not an error of this package",
  (value) => {
    for (const { kind } of classes) expect(guardOf(kind)?.(value)).toBe(false);
  },
);
