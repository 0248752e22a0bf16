/**
 * Prints what a call costs compared with a bare `fetch`: with a `fetch` in memory, which shows what the clients themselves cost,
 * and over loopback HTTP, which shows how much of that a caller would notice.
 */
import { type Extent, measureOverhead } from "./overhead.ts";
import { createMemoryService, type Service, startLoopbackService } from "./services.ts";

await print("fetch in memory", createMemoryService(), { rounds: 25, calls: 1_000 });
await print("fetch over loopback HTTP", await startLoopbackService(), { rounds: 15, calls: 120 });
// Open keep-alive connections would keep the process running.
process.exit();

async function print(title: string, service: Service, extent: Extent): Promise<void> {
  const overheads = await measureOverhead(service, extent);
  service.close();
  console.log(`\n${title}`);
  console.table(
    overheads.map(({ name, p50Us, ratio }) => ({
      client: name,
      "p50 us": Number(p50Us.toPrecision(3)),
      "ratio to bare fetch": Number(ratio.toFixed(2)),
    })),
  );
}
