import type { Db } from 'pg-boss'

/**
 * Gives the key its next turn; workers take lower turns first, so keys alternate however many jobs one of
 * them has. A key without waiting jobs joins at the front turn, not at 0: it cannot bank the time it slept.
 * The row's lock keeps two transactions of the same key from taking the same turn.
 */
export async function takeTurn(within: Db, job: string, key: string): Promise<number> {
  const { rows } = await within.executeSql(
    `insert into job_turns (job, key, turn)
     select $1, $2, coalesce(
       (select -priority from pgboss.job
         where name = $1 and state < 'active' and not blocked and start_after <= now() and priority < 0
         order by priority desc limit 1),
       (select max(turn) from job_turns where job = $1),
       1)
     on conflict (job, key) do update set turn = greatest(job_turns.turn + 1, excluded.turn)
     returning turn`,
    [job, key],
  )
  return rows[0].turn
}
