import pg from "pg";

/** Runs a statement on a new connection to a database. */
export async function query(url: string, text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values as unknown[])).rows;
  } finally {
    await client.end();
  }
}
