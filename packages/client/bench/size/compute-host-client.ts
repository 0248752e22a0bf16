import { createClient } from "../../dist/index.mjs";

export const getComputer = (baseUrl: string, token: string, id: string): Promise<unknown> =>
  createClient({ baseUrl, token }).computers.get(id);
