import type { Engine } from "../engine.ts";
import { givenRows, now, transactionId, withNow } from "../sql.ts";

const isFree = "position is not null and node is null";

/** Steps from owner to owner in the index, so that its cost does not depend on how many jobs an owner has. */
const owners = `with recursive owner (owner_id) as (
    select min(owner_id) from jobs where owner_id > ?1 and ${isFree}
    union all
    select (select min(owner_id) from jobs where owner_id > owner.owner_id and ${isFree})
    from owner where owner_id is not null
  )`;
const jobColumns = "job.computer_id, job.attempt, job.owner_id, job.traceparent, job.held_attempt";

/** The advisory lock of a node, whose lease is renewed or ended with it: a number, and one for the node. */
const nodeLock = (id: string) => `1668246897, hashtext(${id})`;

/** The statements for claims of jobs. */
export function jobQueries(engine: Engine) {
  return {
    look: engine.prepare(
      withNow(
        (now) => `select exists (select 1 from jobs where ${isFree}),
          exists (select 1 from nodes where id <> ?1 and lease_until <= ${now})`,
      ),
    ),
    // Each of the two is found by its index.
    oldest: engine.read<readonly [seconds: number]>({
      sqlite: `select coalesce((${now.sqlite} - min(position)) / 1e6, 0.0) from jobs where ${isFree}`,
      postgres: `select coalesce((${now.postgres} - least(
          (select min(position) from jobs where ${isFree}),
          (select min(position) from jobs join nodes on nodes.id = jobs.node
            where position is not null and lease_until <= ${now.postgres})
        )) / 1e6, 0)::double precision`,
    }),
    // Not by a lock of the row, which another session may have locked. Its jobs are read after that, in a new snapshot.
    lockLost: engine.prepare({
      sqlite: `select id from nodes where id <> ?1 and lease_until <= ${now.sqlite}`,
      postgres: `select id, ${transactionId} from nodes where id <> ?1 and lease_until <= ${now.postgres}
        and pg_try_advisory_xact_lock(${nodeLock("id")})`,
    }),
    // A job that another session has locked is freed later, and its node deleted then, so that the others do not wait
    // for it.
    freeLost: engine.prepareEach({
      sqlite: "update jobs set node = null where node = ?1",
      postgres: `update jobs set node = null where computer_id = any(array(
        select computer_id from jobs where node in (
          select id from nodes where id = any(?1) and lease_until <= ${now.postgres})
        order by computer_id for update skip locked))`,
    }),
    removeNodes: engine.prepareEach({
      sqlite: "delete from nodes where id = ?1 and not exists (select 1 from jobs where node = nodes.id)",
      postgres: `delete from nodes where id in (
        select id from nodes where id = any(?1) and lease_until <= ${now.postgres}
          and not exists (select 1 from jobs where node = nodes.id)
        order by id for update skip locked)`,
    }),
    lockFree: engine.prepare({
      sqlite: `${owners}
        select ${jobColumns}, ${now.sqlite}
        from owner join jobs as job on job.rowid in (
          select rowid from jobs where owner_id = owner.owner_id and ${isFree}
          order by position, computer_id limit cast(?2 as integer))
        limit cast(?3 as integer)`,
      postgres: `${owners}
        select ${jobColumns}, ${now.postgres}, ${transactionId}
        from owner cross join lateral (
          select * from jobs where owner_id = owner.owner_id and ${isFree}
          order by position, computer_id limit cast(?2 as integer) for update skip locked) as job
        limit cast(?3 as integer)`,
    }),
    register: engine.prepare(
      withNow(
        (now) => `insert into nodes (id, name, lease_until) values (?1, ?2, ${now} + ?3)
          on conflict (id) do update set lease_until = excluded.lease_until`,
      ),
    ),
    assign: engine.prepareEach({
      sqlite: "update jobs set attempt = ?2, held_attempt = ?2, node = ?3 where computer_id = ?1",
      postgres: `update jobs set attempt = given.attempt, held_attempt = given.attempt, node = given.node
        from ${givenRows({ id: "text", attempt: "bigint", node: "text" })} where jobs.computer_id = given.id`,
    }),
    lockNode: engine.prepare({
      sqlite: "select 1",
      postgres: `select pg_advisory_xact_lock(${nodeLock("?1")}), ${transactionId}`,
    }),
    renewNode: engine.prepare(withNow((now) => `update nodes set lease_until = ${now} + ?1 where id = ?2`)),
    moveJobs: engine.prepare("update jobs set node = ?1 where node = ?2"),
    held: engine.prepare(
      "select held_attempt, attempt <> held_attempt, computer_id from jobs where node = ?1",
    ),
    lockJobs: engine.prepareEach({
      sqlite: "select computer_id from jobs where computer_id = ?1",
      postgres: `select computer_id, ${transactionId} from jobs where computer_id = any(?1)
        order by computer_id for update skip locked`,
    }),
    release: engine.prepareEach({
      sqlite: "update jobs set node = null, held_attempt = null where computer_id = ?1 and held_attempt = ?2",
      postgres: `update jobs set node = null, held_attempt = null
        from ${givenRows({ id: "text", attempt: "bigint" })}
        where jobs.computer_id = given.id and jobs.held_attempt = given.attempt`,
    }),
  };
}
