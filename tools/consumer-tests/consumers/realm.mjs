import { readFile } from "node:fs/promises";
import { createContext, SourceTextModule } from "node:vm";

// Loads the entries into another realm; what it lacks of the platform comes after them, from this one.
const url = process.env.COMPUTE_HOST_URL;
const realms = {
  bare: () => createContext({}),
  jsdom: async () => {
    const { JSDOM } = await import("jsdom");
    return new JSDOM("", { url, runScripts: "outside-only" }).getInternalVMContext();
  },
  "happy-dom": async () => {
    const { Window } = await import("happy-dom");
    return new Window({ url, settings: { enableJavaScriptEvaluation: true } });
  },
};
const realm = await realms[process.argv[2]]();
const modules = new Map();

function load(file) {
  const source = readFile(new URL(file), "utf8");
  const module =
    modules.get(file) ??
    source.then((text) => new SourceTextModule(text, { identifier: file, context: realm }));
  modules.set(file, module);
  return module;
}

async function run(file) {
  const module = await load(file);
  await module.link((name, { identifier }) =>
    load(name.startsWith(".") ? new URL(name, identifier).href : import.meta.resolve(name)),
  );
  await module.evaluate();
  return module.namespace;
}

const { entryPoints } = await run(import.meta.resolve("./entry-points.mjs"));
const { exercise } = await run(import.meta.resolve("./exercise.mjs"));
// The `fetch` of Node.js takes no signal of jsdom's.
const replaced = "fetch" in realm ? [] : ["AbortController", "AbortSignal"];
for (const name of Object.getOwnPropertyNames(globalThis))
  if (!(name in realm) || replaced.includes(name)) realm[name] = globalThis[name];
console.log(await exercise(entryPoints));
