import { type Computer, createClient, isComputeHostError, waitUntilSettled } from "@compute-host/client";

const usage = `Usage: node computers.ts COMMAND
  list            lists your computers
  get ID          shows one
  rename ID NAME  changes its name
  retry ID        installs its dependencies again
  wait ID         waits until it is active (exit code 0) or in error (1)`;

function show({ id, name, status }: Computer): void {
  console.log([id, status, name].join("\t"));
}

/** @returns the exit code */
async function run(command = "", id = "", name = ""): Promise<number> {
  const client = createClient();
  const { computers } = client;
  switch ([command, id && "ID", name && "NAME"].filter(Boolean).join(" ")) {
    case "list":
      for (const computer of (await computers.list()).computers) show(computer);
      return 0;
    case "get ID":
      show(await computers.get(id));
      return 0;
    case "rename ID NAME":
      show(await computers.update(id, { name }));
      return 0;
    case "retry ID":
      show(await computers.retryInstallDeps(id));
      return 0;
    case "wait ID": {
      const computer = await waitUntilSettled(client, id, {
        onProgress: ({ step }) => console.error(`${step.name}: ${step.status}`),
      });
      show(computer);
      return computer.status === "active" ? 0 : 1;
    }
    default:
      console.error(usage);
      return 2;
  }
}

try {
  process.exitCode = await run(...process.argv.slice(2));
} catch (error) {
  if (!isComputeHostError(error)) throw error;
  // One line without credentials, in the service's words.
  console.error(error.message);
  process.exitCode = 1;
}
