import { type ClientQueries, createQueries } from "../../dist/queries.mjs";

export const queriesOf = (client: Parameters<typeof createQueries>[0]): ClientQueries =>
  createQueries(client);
