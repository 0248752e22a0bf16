import { setTimeout as wait } from "node:timers/promises";
import { query } from "../query.ts";

/** Ends when no session of the database is in a transaction without doing something. Takes the database URL. */

const [, , url = ""] = process.argv;
const idle =
  "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'";
while ((await query(url, idle)).length > 0) await wait(50);
