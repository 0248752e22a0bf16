import pg from "pg";

/** Runs a statement on a new connection to a database. */
export async function query(url: string, text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client(url);
  // The end of a session between two calls; what is called then rejects.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text, values as unknown[])).rows;
  } finally {
    await client.end();
  }
}
