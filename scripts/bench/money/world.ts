import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Plan } from '../measures.ts'
import { runPgbench } from '../pgbench.ts'
import { cpuOfProcess, cpuOfTree } from '../processes.ts'
import type { World } from '../world.ts'

/**
 * A rate compared with pgbench running the SQL of a straightforward system for one order or document, right afterwards.
 */
export async function besidePgbench(world: World, plan: Plan, rate: number, sql: string) {
  const script = join(world.files.tokens, '..', 'naive-money.sql')
  writeFileSync(script, sql)
  const naive = { ...world.embedded.connection, database: 'naive' }
  const pgbench_rate = await runPgbench(world.programs.pgbench, naive, script, plan.seconds)
  return { rate, pgbench_rate, ratio: rate / pgbench_rate }
}

/** CPU time of server and database since their start, in milliseconds, independent of other load on the machine. */
export function cpuMs(world: World): number {
  return (cpuOfProcess(world.serverPid) + cpuOfTree(world.postmasterPid)) / 1_000
}

/** Result of a count statement. */
export async function count(world: World, sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await world.client.query<{ count: string }>(sql, values)
  return Number(rows[0]!.count)
}

/**
 * Polls until a condition holds.
 * @throws after half an hour
 */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 1_800_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('it did not become so within half an hour')
    await sleep(20)
  }
}

/** Milliseconds of each turn, after a few uncounted ones that compile the server's code. */
export async function timesOf(turns: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let turn = -5; turn < turns; turn += 1) {
    const began = performance.now()
    await work(Math.max(0, turn))
    if (turn >= 0) times.push(performance.now() - began)
  }
  return times
}

/** Quantile of values. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)]!
}

/**
 * Longest transaction of the server observed during some work, in milliseconds. `work` must not use the world's
 * connection.
 */
export async function longestTransaction(world: World, work: () => Promise<void>): Promise<number> {
  let longest = 0
  let isOver = false
  const looks = async () => {
    while (!isOver) {
      // Reads are ignored: the figure concerns transactions that hold locks.
      const { rows } = await world.client.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 as ms from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
            and backend_xid is not null`,
      )
      longest = Math.max(longest, rows[0]!.ms ?? 0)
      await sleep(5)
    }
  }
  const looking = looks()
  await work()
  isOver = true
  await looking
  return longest
}
