import { readFile } from "node:fs/promises";
import { createContext, SourceTextModule } from "node:vm";

// Loads the entries into a realm that has only JavaScript; the platform comes after them, from another realm.
const realm = createContext({});
const modules = new Map();

function load(url) {
  const source = readFile(new URL(url), "utf8");
  const module =
    modules.get(url) ??
    source.then((text) => new SourceTextModule(text, { identifier: url, context: realm }));
  modules.set(url, module);
  return module;
}

async function run(url) {
  const module = await load(url);
  await module.link((name, { identifier }) =>
    load(name.startsWith(".") ? new URL(name, identifier).href : import.meta.resolve(name)),
  );
  await module.evaluate();
  return module.namespace;
}

const { entryPoints } = await run(import.meta.resolve("./entry-points.mjs"));
const { exercise } = await run(import.meta.resolve("./exercise.mjs"));
for (const name of Object.getOwnPropertyNames(globalThis))
  if (!(name in realm)) realm[name] = globalThis[name];
console.log(await exercise(entryPoints));
