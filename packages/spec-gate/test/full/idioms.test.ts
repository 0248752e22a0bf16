import { expect, test } from "vitest";
import { idiomsPage } from "../../corpus/idioms-page.ts";
import { loadIdioms } from "../../corpus/load-idioms.ts";
import { judgeSpellings } from "../../corpus/nullable-spellings.ts";
import { judgeIdiom } from "../../corpus/run-idioms.ts";

test("judges the idioms of frameworks as its page says", async () => {
  await expect(idiomsPage(loadIdioms().map(judgeIdiom), judgeSpellings())).toMatchFileSnapshot(
    "../../corpus/idioms/README.md",
  );
});
