export const getComputer = async (baseUrl: string, token: string, id: string): Promise<unknown> => {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${baseUrl}/api/v0/computers/${encodeURIComponent(id)}`, { headers });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
};
