/** Prints the names that each entry point exports to `import` and, if it has a CommonJS file, to `require`. */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const names = (module) =>
  Object.keys(module)
    .filter((name) => name !== "default" && name !== "module.exports")
    .sort();
const report = {};
for (const { specifier, hasCommonJs } of JSON.parse(process.env.ENTRY_POINTS)) {
  const imported = names(await import(specifier));
  report[specifier] = { imported, required: hasCommonJs ? names(require(specifier)) : null };
}
console.log(JSON.stringify(report));
