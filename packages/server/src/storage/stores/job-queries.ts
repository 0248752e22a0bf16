import { type Engine, limitValue } from "../engine.ts";

const isFree = "position is not null and node is null";

/** The statements for claims of jobs. */
export function jobQueries(engine: Engine) {
  return {
    look: engine.prepare(
      `select exists (select 1 from jobs where ${isFree}),
         exists (select 1 from nodes where id <> ? and lease_until <= {now})`,
    ),
    lockLost: engine.prepare(
      "select id, {transaction} from nodes where id <> ? and lease_until <= {now} for update skip locked",
    ),
    // A job that another session has locked is freed later, and its node deleted then, so that the others do not wait
    // for it.
    freeLost: engine.prepareEach(
      { id: "text" },
      `update jobs set node = null where computer_id in (
         select computer_id from jobs where node in given order by computer_id for update skip locked)`,
    ),
    removeNodes: engine.prepareEach(
      { id: "text" },
      "delete from nodes where id in given and not exists (select 1 from jobs where node = nodes.id)",
    ),
    // Steps from owner to owner in the index, so that its cost does not depend on how many jobs an owner has.
    lockFree: engine.prepare(`
      with recursive owner (owner_id) as (
        select min(owner_id) from jobs where owner_id > ? and ${isFree}
        union all
        select (select min(owner_id) from jobs where owner_id > owner.owner_id and ${isFree})
        from owner where owner_id is not null
      )
      select job.computer_id, job.attempt, job.owner_id, job.traceparent, job.held_attempt, {now}, {transaction}
      from owner cross join lateral (select * from jobs where owner_id = owner.owner_id and ${isFree}
        order by position, computer_id limit ${limitValue} for update skip locked) as job
      limit ${limitValue}`),
    register: engine.prepare(
      `insert into nodes (id, name, lease_until) values (?, ?, {now} + ?)
       on conflict (id) do update set lease_until = excluded.lease_until`,
    ),
    assign: engine.prepareEach(
      { id: "text", attempt: "bigint", node: "text" },
      `update jobs set attempt = given.attempt, held_attempt = given.attempt, node = given.node
       from given where jobs.computer_id = given.id`,
    ),
    lockNode: engine.prepare("select id, {transaction} from nodes where id = ? for update"),
    renewNode: engine.prepare("update nodes set lease_until = {now} + ? where id = ?"),
    held: engine.prepare(
      "select held_attempt, attempt <> held_attempt, computer_id from jobs where node = ?",
    ),
    lockJobs: engine.prepareEach(
      { id: "text" },
      "select computer_id, {transaction} from jobs where computer_id in given order by computer_id for update",
    ),
    release: engine.prepareEach(
      { id: "text", attempt: "bigint" },
      `update jobs set node = null, held_attempt = null
       from given where jobs.computer_id = given.id and jobs.held_attempt = given.attempt`,
    ),
  };
}
