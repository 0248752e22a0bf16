import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const entries = Object.entries(manifest.publishConfig.exports).flatMap(([name, entry]) =>
  typeof entry === "string"
    ? []
    : [[name, new URL(`../../${entry.require.default}`, import.meta.url)] as const],
);

test.each(entries)("%s loads in plain JavaScript, without using any platform", (_name, url) => {
  const realm = createContext({});
  const load = (file: URL): unknown => {
    const module = { exports: {} };
    const require = (name: string) =>
      name.startsWith(".") ? load(new URL(name, file)) : createRequire(file)(name);
    runInContext(`(function (module, exports, require) {${readFileSync(file, "utf8")}\n})`, realm)(
      module,
      module.exports,
      require,
    );
    return module.exports;
  };
  expect(Object.keys(load(url) as object)).not.toHaveLength(0);
});
