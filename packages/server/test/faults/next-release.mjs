// Preloaded into a node with `--import`, this turns it into a release with the further migrations in NEXT_MIGRATIONS.
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
