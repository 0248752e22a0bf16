import { fileURLToPath } from "node:url";

/** Replaces the name of an imported module, as Vite's `resolve.alias`. */
interface Alias {
  readonly find: RegExp;
  readonly replacement: string;
}

/**
 * Leads what the tests of a package import from its entries, such as `../src/index.ts`, to the build of each.
 *
 * @param folder the URL of a file in the folder of the package
 * @param entries the source of each entry by the name of its build, as in `tsdown.config.ts`
 */
export function builtEntries(
  folder: string,
  entries: Readonly<Record<string, string>>,
  extension: "js" | "mjs" = "js",
): Alias[] {
  return Object.entries(entries).map(([name, source]) => ({
    find: new RegExp(`^(\\.\\./)+${source.replaceAll(".", "\\.")}$`),
    replacement: fileURLToPath(new URL(`dist/${name}.${extension}`, folder)),
  }));
}
