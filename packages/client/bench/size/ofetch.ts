import { ofetch } from "ofetch";

export const getComputer = (baseUrl: string, token: string, id: string): Promise<unknown> =>
  ofetch(`${baseUrl}/api/v0/computers/${encodeURIComponent(id)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
