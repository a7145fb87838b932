import type pg from 'pg'
import { isConnectionGone } from './failure.ts'
import { inOnePacket } from './pool.ts'
import { begin, type Ends, type Scope, type Tx, transaction } from './tenant.ts'

/**
 * Connections that such reads share at most, and never more than a third of the pool: they are in use as long as anyone
 * reads. More would only wake more processes for the same work.
 */
const mostShared = 3
const largestShare = 1 / 3

/** A connection this old takes no new reads, so that its connection is given back and in time replaced (see pool.ts). */
const longestSharedMs = 10_000

/** A connection that several reads use at the same time: each is one packet, and packets are answered in order. */
interface SharedConnection {
  client: Promise<pg.PoolClient>
  users: number
  openedAt: number
  isBroken: boolean
}

const sharedOf = new WeakMap<pg.Pool, SharedConnection[]>()

/**
 * Runs `work` in one read-only transaction that travels to the database and back once, together with others that are
 * under way: `work` issues all its statements before it first waits. Every trip wakes the other side, which costs more
 * than a look-up by key. For such look-ups only: anyone who comes after waits for their answers.
 * @throws whatever `work` throws, and when it issues a statement after it has waited
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
  // When several fail, the work's failure is the one to report; the others must not go unheard meanwhile.
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
 * Runs `work`, which only reads, in as many trips as it waits for: what it issues before it waits is one read-only transaction of its own,
 * whose commit travels with it. No trip begins a transaction, none ends one, and nothing is held while the caller thinks.
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

/** A transaction that is begun with the first statement of each trip and committed with the last. */
function travelling(client: pg.PoolClient, tenantId: string, tx: Tx, trips: Promise<unknown>[]): Tx {
  let isUnderWay = false
  const board = () => {
    if (isUnderWay) return
    isUnderWay = true
    inOnePacket(client, () => {
      trips.push(begin(client, tenantId, 'begin read only'))
      // Once all that can be issued without an answer is issued, before the packet leaves.
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

/** The connection with the fewest users; a new one while more are allowed and all are in use. */
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

/** The last user gives the connection back to the pool, which looks after its age. */
function leaveShared(pool: pg.Pool, connection: SharedConnection): void {
  connection.users -= 1
  if (connection.users > 0) return
  const connections = sharedOf.get(pool)!
  connections.splice(connections.indexOf(connection), 1)
  connection.client.then((client) => client.release(connection.isBroken)).catch(ignore)
}

function ignore(): void {}
