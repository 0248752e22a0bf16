import pg from "pg";

/** Runs statements in a transaction of a separate session; the returned function rolls them back. */
export async function transactionElsewhere(url: string, statements: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`begin; ${statements}`);
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}
