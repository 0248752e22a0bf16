import ky from "ky";

export const getComputer = (baseUrl: string, token: string, id: string): Promise<unknown> =>
  ky
    .get(`${baseUrl}/api/v0/computers/${encodeURIComponent(id)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    .json();
