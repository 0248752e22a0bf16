import { type Clock, systemClock } from "../operations/clock.ts";
import type { Provisioner } from "./provisioner.ts";
import { createSimulatedProvisioner } from "./simulated-provisioner.ts";

/** Which provisioner to make. */
export type ProvisionerChoice =
  | { readonly kind: "simulated" }
  | {
      readonly kind: "command";
      readonly command: string;
      readonly timeoutMs: number;
      readonly concurrency: number;
    };

/** Makes the provisioner that was configured; the module of the other one is not loaded. */
export async function createProvisioner(
  choice: ProvisionerChoice,
  environment: Readonly<Record<string, string | undefined>> = process.env,
  clock: Clock = systemClock,
): Promise<Provisioner> {
  if (choice.kind === "simulated") return createSimulatedProvisioner({ clock });
  const { createCommandProvisioner } = await import("./command-provisioner.ts");
  const { command, timeoutMs, concurrency } = choice;
  return createCommandProvisioner({ command, timeoutMs, maxConcurrent: concurrency, environment });
}
