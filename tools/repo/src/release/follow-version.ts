/** After `changeset version`: moves what changesets does not know of, and dates the new entries of the changelogs. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gitLines } from "../checks/git.ts";
import { root } from "../checks/workspace.ts";

const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")).version;

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(join(root, file), change(readFileSync(join(root, file), "utf8")));
}

rewrite("spec/openapi.yaml", (text) => text.replace(/^( {2}version: )\S+$/m, `$1${versionOf("spec")}`));

for (const file of globSync("examples/*/package.json", { cwd: root })) {
  rewrite(file, (text) =>
    text.replaceAll(
      /("@compute-host\/([\w-]+)": )"[^"]+"/g,
      (_all, begin, name) => `${begin}"${versionOf(`packages/${name}`)}"`,
    ),
  );
}

const today = new Date().toISOString().slice(0, 10);
for (const file of await gitLines(root, "diff", "--name-only", "HEAD", "--", "*CHANGELOG.md"))
  rewrite(file, (text) => text.replace(/^## .+\n/m, `$&\n_${today}_\n`));
