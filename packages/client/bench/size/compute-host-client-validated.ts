import { createClient } from "../../dist/index.mjs";
import { schemas } from "../../dist/schemas.mjs";

export const getComputer = (baseUrl: string, token: string, id: string): Promise<unknown> =>
  createClient({ baseUrl, token, validate: schemas }).computers.get(id);
