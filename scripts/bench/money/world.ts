import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Plan } from '../measures.ts'
import { runPgbench } from '../pgbench.ts'
import { cpuOfProcess, cpuOfTree } from '../processes.ts'
import type { World } from '../world.ts'

/** A rate next to pgbench doing what a straightforward system would do for one order or document, right after it. */
export async function besidePgbench(world: World, plan: Plan, rate: number, sql: string) {
  const script = join(world.files.tokens, '..', 'naive-money.sql')
  writeFileSync(script, sql)
  const naive = { ...world.embedded.connection, database: 'naive' }
  const pgbench_rate = await runPgbench(world.programs.pgbench, naive, script, plan.seconds)
  return { rate, pgbench_rate, ratio: rate / pgbench_rate }
}

/** CPU time of server and database since both started, in milliseconds: what does not depend on what else the machine does. */
export function cpuMs(world: World): number {
  return (cpuOfProcess(world.serverPid) + cpuOfTree(world.postmasterPid)) / 1_000
}

/** What a statement counts. */
export async function count(world: World, sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await world.client.query<{ count: string }>(sql, values)
  return Number(rows[0]!.count)
}

/** @throws when it is not so within half an hour */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 1_800_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('it did not become so within half an hour')
    await sleep(20)
  }
}

/** Milliseconds of each turn, after a few that are not counted: they compile the server's code. */
export async function timesOf(turns: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let turn = -5; turn < turns; turn += 1) {
    const began = performance.now()
    await work(Math.max(0, turn))
    if (turn >= 0) times.push(performance.now() - began)
  }
  return times
}

/** The value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)]!
}

/**
 * The longest transaction of the server that was seen while something was done, in milliseconds.
 * `work` must leave the connection of the world alone.
 */
export async function longestTransaction(world: World, work: () => Promise<void>): Promise<number> {
  let longest = 0
  let isOver = false
  const looks = async () => {
    while (!isOver) {
      // Reading costs money nothing: the figure is of what holds locks.
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
