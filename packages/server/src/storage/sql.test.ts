import { expect, test } from "vitest";
import { bindForPostgres } from "./sql.ts";

test.each([
  ["select ?1, ?2 + ?1", "select $1, $2 + $1", 2],
  ["select ?10, ?1", "select $10, $1", 10],
  ["select 'a?1', 'it''s ?2', ?1", "select 'a?1', 'it''s ?2', $1", 1],
  ['select "?1" from a where b = ?1', 'select "?1" from a where b = $1', 1],
  ["select 1 -- ?1 or it's\n, ?1", "select 1 -- ?1 or it's\n, $1", 1],
  ["select /* ?1\n it's */ ?1", "select /* ?1\n it's */ $1", 1],
  ["do $x$ select '?1 $$ $x$, ?1", "do $x$ select '?1 $$ $x$, $1", 1],
  ["select a ? 'b', ?1::text[]", "select a ? 'b', $1::text[]", 1],
  ["select 1", "select 1", 0],
])("%j is %j for PostgreSQL", (sql, text, valueCount) => {
  expect(bindForPostgres(sql)).toEqual({ text, valueCount });
});
