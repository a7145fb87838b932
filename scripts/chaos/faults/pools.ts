// Takes connections and locks from the processes: another program uses up PostgreSQL's connections, or an operator's
// session locks a table for longer than the lock timeout.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Violation } from '../checker.ts'
import type { Proof } from '../proof.ts'
import { comesBack } from '../survival.ts'
import { connect } from '../world.ts'
import { type Scene, uploadWhile, type Wreck } from '../wreck.ts'

const mostConnections = 45
/** Request connections of one process: few, so that all are soon in use. */
const poolSize = 3
/** Longer than the lock timeout of a statement (3 s) and the wait of a request for a connection (2 s). */
const heldMs = 6_000
/** Tables needed by uploads, their application, deliveries and every request. */
const lockedTables = ['order_upload', 'api_client', 'transport_order', 'upload_pending', 'event', 'delivery_pending']

/** Exhausts connections and holds locks under upload load (OPS-3, OPS-4, OPS-27). */
export const pools: Proof = {
  what: 'uses up the connections of PostgreSQL and locks tables while orders are uploaded',
  forms: ['usual', 'deep'],
  run: (extent) => uploadWhile(exhausting(extent.number('rounds', { short: 1, usual: 2, deep: 24 }))),
}

function exhausting(rounds: number): Wreck {
  return {
    isSurvived: true,
    settings: { max_connections: String(mostConnections) },
    rules: ['OPS-4'],
    prepare({ env }) {
      env.POOL_SIZE = String(poolSize)
    },
    run: (scene) => exhaust(scene, rounds),
    judge: (_scene, client) => leaked(client),
  }
}

async function exhaust(scene: Scene, rounds: number) {
  const { load, embedded } = scene
  const operator = await connect(embedded)
  const violations: Violation[] = []
  const figures = { used_up: 0, taken: 0, locked: 0, refused_while: 0, longest_until_back_ms: 0 }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const before = load.answers.filter(({ status }) => status === 503).length
      if (round % 2 === 0) {
        figures.taken += await useUp(scene, operator)
        figures.used_up += 1
      } else {
        await lock(operator, lockedTables[(round >> 1) % lockedTables.length]!)
        figures.locked += 1
      }
      figures.refused_while += load.answers.filter(({ status }) => status === 503).length - before
      const back = await comesBack(load, `round ${round + 1}`)
      figures.longest_until_back_ms = Math.max(figures.longest_until_back_ms, back.backAfterMs)
      violations.push(...back.violations)
      await sleep(500)
    }
  } finally {
    await operator.end()
  }
  // A failure that no caller noticed does not count.
  return { figures: { rounds, ...figures }, wasEnough: figures.refused_while > 0 && figures.taken > 0, violations }
}

/**
 * Ends the sessions of the processes and takes their connections first.
 * @returns number of taken connections
 */
async function useUp({ embedded }: Scene, operator: pg.Client): Promise<number> {
  const taken: pg.Client[] = []
  const ends = Date.now() + heldMs
  while (Date.now() < ends) {
    const one = new pg.Client({ ...embedded.connection, application_name: 'chaos' })
    one.on('error', () => {})
    try {
      await one.connect()
      taken.push(one)
    } catch {
      // All free ones are taken: those of the processes are next.
      await operator.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cartage'`)
      await sleep(20)
    }
  }
  for (const one of taken) await one.end()
  return taken.length
}

async function lock(operator: pg.Client, table: string): Promise<void> {
  await operator.query('begin')
  await operator.query(`lock table ${table} in access exclusive mode`)
  await sleep(heldMs)
  await operator.query('rollback')
}

/** Sessions beyond the pool sizes of the processes, and sessions left inside a transaction. */
async function leaked(client: pg.Client): Promise<Violation[]> {
  const { rows } = await client.query<{ sessions: number; in_transaction: number }>(
    `select count(*)::integer as sessions,
            count(*) filter (where state like 'idle in transaction%' and state_change < now() - interval '15 seconds')::integer as in_transaction
       from pg_stat_activity where application_name = 'cartage'`,
  )
  const { sessions, in_transaction: open } = rows[0]!
  // Three processes with a request pool and a background pool of at least four.
  const most = 3 * (poolSize + 4)
  return [
    ...(sessions > most ? [{ invariant: 'OPS-4', what: `${sessions} sessions of pools that hold ${most}` }] : []),
    ...(open > 0 ? [{ invariant: 'OPS-4', what: `${open} sessions were left inside a transaction` }] : []),
  ]
}
