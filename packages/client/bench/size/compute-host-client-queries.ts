import { createQueries, type OperationQueries } from "../../dist/queries.mjs";

export const queriesOf = (client: Parameters<typeof createQueries>[0]): OperationQueries =>
  createQueries(client);
