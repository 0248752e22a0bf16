// Preloaded into a node by `--import`: it is then a release with the further migrations of the variable NEXT_MIGRATIONS.
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!String(loaded.source).includes("const migrations = [")) return loaded;
    const source = `${String(loaded.source).replace("const migrations = [", "const released = [")}
      const migrations = [...released, ...${process.env.NEXT_MIGRATIONS}];`;
    return { ...loaded, source };
  },
});
