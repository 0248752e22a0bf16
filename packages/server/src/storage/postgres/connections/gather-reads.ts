import { Lane } from "../../groups/lane.ts";

/** How many queries of one kind are in flight at once; while they run, the next one gathers reads. */
const maxQueries = 2;
/** The most keys in a query. */
const maxKeys = 1_000;

interface WaitingRead<Value> {
  readonly key: string;
  readonly caller: PromiseWithResolvers<Value | undefined>;
}

/**
 * Gathers reads that arrive together into one query. With 64 callers, a query for each GET takes 100 us of CPU time
 * here and 155 us in PostgreSQL; gathered, 6 us and 9 us. A read sees every write that was acknowledged before it,
 * because its query is sent later.
 */
export function gatherReads<Value>(
  readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  const lane = new Lane<WaitingRead<Value>>({
    maxGroups: maxQueries,
    maxMembers: maxKeys,
    async run(reads) {
      try {
        const found = await readAll(reads.map(({ key }) => key));
        for (const { key, caller } of reads) caller.resolve(found.get(key));
      } catch (error) {
        for (const { caller } of reads) caller.reject(error);
      }
    },
  });

  return (key) => {
    const caller = Promise.withResolvers<Value | undefined>();
    lane.add({ key, caller });
    return caller.promise;
  };
}
