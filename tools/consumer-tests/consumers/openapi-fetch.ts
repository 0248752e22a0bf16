/** TypeScript code of an openapi-fetch consumer, with our entry and with openapi-fetch itself. */
import type { Computer, Problem } from "@compute-host/client";
import { createClient, type paths } from "@compute-host/client/openapi-fetch";
import type { paths as pathsOfTypes } from "@compute-host/types";
import type { Client } from "openapi-fetch";

const at = { params: { path: { computerId: "cmp_1" } } };

/** Takes any openapi-fetch client of the interface. */
export async function use(client: Client<paths>): Promise<Computer | undefined> {
  const { data, error } = await client.GET("/api/v0/computers/{computerId}", at);
  const problem: Problem | undefined = error;
  const computer: Computer | undefined = data;
  const status: string | undefined = data?.provisioningSteps?.[0]?.status?.toUpperCase();
  const closed: "provisioning" | "active" | "error" | undefined = data?.status;
  console.log(problem?.title, status, closed, data?.ownerPrincipalKind?.length);
  return computer;
}

const api = createClient({ baseUrl: "https://compute.example.com", token: "key" });
export const viaEntry: Promise<Computer | undefined> = use(api);
export const viaPaths = (client: Client<pathsOfTypes>): Promise<Computer | undefined> => use(client);
export const listed: Promise<Computer[]> = api.computers.list().then(({ computers }) => computers);

export async function mistakes(): Promise<void> {
  // @ts-expect-error: there is no such path.
  await api.GET("/api/v0/computer");
  // @ts-expect-error: the path does not have this method.
  await api.DELETE("/api/v0/computers/{computerId}", at);
  // @ts-expect-error: the parameters of the path are required.
  await api.GET("/api/v0/computers/{computerId}");
  // @ts-expect-error: `nmae` is not a field of an update.
  await api.computers.update("cmp_1", { nmae: "x" });
}
