import createClient from "openapi-fetch";

export const getComputer = (baseUrl: string, token: string, id: string): Promise<unknown> =>
  createClient<Record<string, Record<"get", object>>>({
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
  }).GET("/api/v0/computers/{computerId}", { params: { path: { computerId: id } } } as never);
