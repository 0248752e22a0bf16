import { entryPoints } from "./entry-points.mjs";
import { exercise } from "./exercise.mjs";

test("the client runs", async () => {
  expect(typeof fetch).toBe("undefined");
  // The `fetch` of Node.js takes no signal of jsdom's.
  const replaced = ["AbortController", "AbortSignal"];
  for (const name of Object.getOwnPropertyNames(ofNode))
    if (!(name in globalThis) || replaced.includes(name)) globalThis[name] = ofNode[name];
  await exercise(entryPoints);
});
