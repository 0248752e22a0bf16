import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const names = (module) =>
  Object.keys(module)
    .filter((name) => name !== "default" && name !== "module.exports")
    .sort();

/** Returns the names that each entry point exports to `import` and, if it has a CommonJS file, to `require`. */
export async function exportNames(entryPoints) {
  const report = {};
  for (const { specifier, hasCommonJs } of entryPoints) {
    const imported = names(await import(specifier));
    report[specifier] = { imported, required: hasCommonJs ? names(require(specifier)) : null };
  }
  return report;
}
