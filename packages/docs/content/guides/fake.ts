import { createClient, isConflictError } from "@compute-host/client";
import { createFakeService, sampleComputers } from "@compute-host/client/testing";

const service = createFakeService();
const client = createClient({
  baseUrl: "http://fake",
  token: "any",
  fetch: service.fetch,
});

// The client retries this one by itself.
service.fail({ with: "unavailable", operationId: "getComputer" });
const computer = await client.computers.get(sampleComputers.active.id);
console.log(computer.name);

try {
  await client.computers.update(computer.id, { name: "workshop-mac" });
} catch (error) {
  console.log(isConflictError(error) && error.problem?.title);
}
