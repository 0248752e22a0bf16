import { createClient } from "../../dist/openapi-fetch.mjs";

export const getComputer = (baseUrl: string, token: string, id: string): Promise<unknown> =>
  createClient({ baseUrl, token }).GET("/api/v0/computers/{computerId}", {
    params: { path: { computerId: id } },
  });
