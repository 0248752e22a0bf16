import { createClient, OPERATIONS } from "../../.peers/redocly.ts";

export const getComputer = (serverUrl: string, token: string, id: string): Promise<unknown> =>
  createClient(OPERATIONS, { serverUrl, auth: { bearer: token } }).getComputer({ path: { computerId: id } });
