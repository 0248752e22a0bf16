import { expect, test } from "vitest";
import { formatTable } from "./table.ts";

test("aligns columns, and escapes control characters and line separators", () => {
  const rows = [
    ["cmp_1", "Büro 🦊", "active"],
    ["cmp_100", "a\u001b[2Jb\n\u2028c", "error"],
  ];
  expect(formatTable(["ID", "NAME", "STATUS"], rows)).toBe(
    [
      "ID       NAME                       STATUS",
      "cmp_1    Büro 🦊                     active",
      "cmp_100  a\\u{1b}[2Jb\\u{a}\\u{2028}c  error",
      "",
    ].join("\n"),
  );
});
