const uuid = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";

/** The requests that the contract suite sends: valid, on either side of a bound, and invalid. */
export function requestSamples(method: string): { queries: Record<string, string>[]; bodies: unknown[] } {
  const queries = [
    {},
    { hostId: uuid },
    { hostId: "no-uuid" },
    { includeProvisioningSteps: "true" },
    { includeProvisioningSteps: "false" },
    { includeProvisioningSteps: "yes" },
  ];
  const texts = ["", "a", "b".repeat(63), "c".repeat(64), "build-box", 5, null];
  const fields = ["name", "remoteUser", "hostId"].flatMap((field) =>
    [...texts, uuid, "no-uuid"].map((value) => ({ [field]: value })),
  );
  const all = { name: "build-box", hostId: uuid, remoteUser: "deploy" };
  return {
    queries: method === "GET" ? queries : [{}],
    bodies: method === "PATCH" ? [{}, all, { unknown: 1 }, [], null, ...fields] : [undefined],
  };
}
