import type pg from 'pg'
import { isConnectionGone } from './failure.ts'
import { inOnePacket } from './pool.ts'
import { begin, type Ends, type Scope, type Tx, transaction } from './tenant.ts'

/**
 * Maximum connections shared by such reads, and never more than a third of the pool, because they are occupied as long
 * as anyone reads. More would only wake more processes for the same work.
 */
const mostShared = 3
const largestShare = 1 / 3

/** An older connection takes no new reads, so that it returns to the pool and is eventually replaced (see pool.ts). */
const longestSharedMs = 10_000

/** A connection used by several reads at once: each is one packet, and packets are answered in order. */
interface SharedConnection {
  client: Promise<pg.PoolClient>
  users: number
  openedAt: number
  isBroken: boolean
}

const sharedOf = new WeakMap<pg.Pool, SharedConnection[]>()

/**
 * Runs `work` in one read-only transaction with a single round trip, shared with others in flight. `work` issues all
 * its statements before it first waits. Every round trip wakes the other side, which costs more than a look-up by key.
 * Only for such look-ups: later callers wait for their answers.
 * @throws whatever `work` throws, and if it issues a statement after it has waited
 */
export async function inOneTrip<T>(scope: Scope, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const connection = enterShared(scope.pool)
  try {
    return await travel(scope, await connection.client, tenantId, work)
  } catch (error) {
    if (isConnectionGone(error)) connection.isBroken = true
    throw error
  } finally {
    leaveShared(scope.pool, connection)
  }
}

async function travel<T>(
  scope: Scope,
  client: pg.PoolClient,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { begun, working, ended } = inOnePacket(client, () => {
    const packet = { isOpen: true }
    const begun = begin(client, tenantId, 'begin read only')
    const working = work(onlyWhile(packet, transaction(scope, client, tenantId, { before: [], after: [] })))
    packet.isOpen = false
    return { begun, working, ended: client.query('commit') }
  })
  // If several fail, the work's failure is reported. The others must not become unhandled rejections.
  begun.catch(ignore)
  ended.catch(ignore)
  try {
    const result = await working
    await begun
    return result
  } finally {
    await ended
  }
}

/**
 * Runs read-only `work` in one round trip per wait: the statements issued before a wait form a read-only transaction
 * whose commit travels with it. No separate begin or commit trips, and nothing is held while the caller computes.
 * @throws whatever `work` throws
 */
export async function inTrips<T>(scope: Scope, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await scope.pool.connect()
  const ends: Ends = { before: [], after: [] }
  const trips: Promise<unknown>[] = []
  let broken = false
  try {
    const result = await work(travelling(client, tenantId, transaction(scope, client, tenantId, ends), trips))
    await Promise.all(trips)
    for (const run of ends.after) run()
    return result
  } catch (error) {
    broken = isConnectionGone(error)
    throw error
  } finally {
    await Promise.allSettled(trips)
    client.release(broken)
  }
}

/** A transaction that begins with the first statement of each trip and commits with the last. */
function travelling(client: pg.PoolClient, tenantId: string, tx: Tx, trips: Promise<unknown>[]): Tx {
  let isUnderWay = false
  const board = () => {
    if (isUnderWay) return
    isUnderWay = true
    inOnePacket(client, () => {
      trips.push(begin(client, tenantId, 'begin read only'))
      // Runs once all independent statements are issued, before the packet is sent.
      process.nextTick(() => {
        isUnderWay = false
        trips.push(client.query('commit'))
      })
    })
    for (const one of trips) one.catch(ignore)
  }
  return {
    ...tx,
    query: (statement, ...values) => {
      board()
      return tx.query(statement, ...values)
    },
    rows: (query) => {
      board()
      return tx.rows(query)
    },
    beforeCommit: () => {
      throw new Error('nothing is written on trips that only read')
    },
  }
}

function onlyWhile(packet: { isOpen: boolean }, tx: Tx): Tx {
  return {
    ...tx,
    query: (statement, ...values) => {
      if (!packet.isOpen) throw new Error(`${statement.name} comes too late: its packet is on its way`)
      return tx.query(statement, ...values)
    },
  }
}

/** The connection with the fewest users; a new one if all are in use and the limit allows it. */
function enterShared(pool: pg.Pool): SharedConnection {
  const connections = sharedOf.get(pool) ?? []
  sharedOf.set(pool, connections)
  const now = performance.now()
  const usable = connections.filter(({ isBroken, openedAt }) => !isBroken && now - openedAt < longestSharedMs)
  const most = Math.max(1, Math.min(mostShared, Math.floor(pool.options.max * largestShare)))
  if (usable.length < most) {
    const connection: SharedConnection = { client: pool.connect(), users: 1, openedAt: now, isBroken: false }
    connection.client.catch(() => {
      connection.isBroken = true
    })
    connections.push(connection)
    return connection
  }
  const connection = usable.reduce((least, one) => (one.users < least.users ? one : least))
  connection.users += 1
  return connection
}

/** The last user returns the connection to the pool, which handles its age. */
function leaveShared(pool: pg.Pool, connection: SharedConnection): void {
  connection.users -= 1
  if (connection.users > 0) return
  const connections = sharedOf.get(pool)!
  connections.splice(connections.indexOf(connection), 1)
  connection.client.then((client) => client.release(connection.isBroken)).catch(ignore)
}

function ignore(): void {}
