import type { Context } from '../../context.ts'
import { type Attempt, familiarMs } from './throttle.rules.ts'

/** Failed attempts, in the database: shared by all processes, and never evicted for lack of space. */
export interface Throttle {
  /**
   * Counts an attempt as failed before it is made.
   * @returns seconds to wait after too many, in which case it is not counted; undefined if it may be made
   */
  begin(attempt: Attempt, now: number): Promise<number | undefined>
  /** Takes back the failure counted at `time` because the attempt succeeded. */
  forgive(attempt: Attempt, time: number): Promise<void>
  /** The owner logged in: resets the account's failures from all addresses and marks this address as familiar. */
  succeed(attempt: Attempt, now: number): Promise<void>
}

/** Makes the throttle. Keys are stored as an HMAC, so the table identifies no one. */
export function createThrottle(ctx: Context): Throttle {
  const digests = ({ keys }: Attempt) => keys.map(({ key }) => ctx.vault.digest(key))
  const run = async <Row>(name: string, text: string, values: unknown[]) =>
    (await ctx.db.shared.query<Row & object>({ name, text, values })).rows
  return {
    async begin(attempt, now) {
      const { keys, familiar } = attempt
      const [row] = await run<{ wait: number }>(
        'auth.begin_attempt',
        'select begin_attempt($1, $2, $3, $4, $5, $6)::float8 as wait',
        [
          digests(attempt),
          keys.map(({ allowed }) => allowed),
          keys.map(({ spanMs }) => spanMs),
          keys.map(({ longestWaitMs }) => longestWaitMs ?? null),
          familiar === undefined ? null : ctx.vault.digest(familiar),
          now,
        ],
      )
      return row!.wait > 0 ? Math.max(1, Math.ceil(row!.wait / 1_000)) : undefined
    },
    async forgive(attempt, time) {
      await run('auth.forgive_attempt', 'select forgive_attempt($1, $2)', [digests(attempt), time])
    },
    async succeed(attempt, now) {
      const ofAccount = { keys: attempt.keys.filter(({ longestWaitMs }) => longestWaitMs !== undefined) }
      await run('auth.forget_failures', 'delete from failed_attempt where key = any($1)', [digests(ofAccount)])
      if (attempt.familiar === undefined) return
      await run(
        'auth.note_familiar',
        `insert into failed_attempt (key, times, ends_at) values ($1, '{}', $2)
         on conflict (key) do update set ends_at = excluded.ends_at`,
        [ctx.vault.digest(attempt.familiar), now + familiarMs],
      )
    },
  }
}
