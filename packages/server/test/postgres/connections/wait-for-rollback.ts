import { setTimeout as wait } from "node:timers/promises";
import { query } from "../query.ts";

/** Exits once no session of the database is idle in a transaction. Takes the database URL. */

const [, , url = ""] = process.argv;
const idle =
  "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'";
while ((await query(url, idle)).length > 0) await wait(50);
