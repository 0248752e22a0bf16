import { createClient, isConflictError, isNotFoundError, waitUntilSettled } from "@compute-host/client";

const client = createClient();
const { computers } = client;

const { computers: all } = await computers.list();
const settled = all.filter(({ status }) => status === "error" || status === "active");
const id = (settled.find(({ status }) => status === "error") ?? settled[0])?.id ?? "";
const computer = await computers.get(id, { timeoutMs: 5_000 });
const { requestId, attempts } = await computers.update(id, { remoteUser: "deploy" }).withResponse();
console.log(computer.name, requestId, attempts);

try {
  const since = await computers.retryInstallDeps(id);
  const { status } = await waitUntilSettled(client, id, {
    since,
    onProgress: ({ step }) => console.log(step.name, step.status),
  });
  console.log(status);
} catch (error) {
  if (isNotFoundError(error)) console.error("You have no computer with this ID.");
  else if (isConflictError(error)) console.error(error.problem?.detail, error.requestId);
  else throw error;
}
