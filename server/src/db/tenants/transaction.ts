import type pg from 'pg'
import { isConnectionGone } from '../failure.ts'
import { inOnePacket } from '../pool.ts'
import { commit, type Ends, type Scope, type Tx } from '../tenant.ts'
import { Gathering } from './gathering.ts'

/**
 * Runs `work` for several tenants in one transaction and commits it: either all of it takes effect or none (OPS-43).
 * `work` runs for all concurrently and should do the same for each: simultaneous queries become one statement if it has
 * a form for several tenants (`ofMany`). Otherwise the transaction switches to the one tenant for that statement.
 * @param tenantIds each once
 * @returns the results of `work`, in the order of the tenants
 * @throws whatever `work` throws for the first tenant it fails for, after rolling back
 * @throws CommitUnknown if the connection died during COMMIT
 */
export async function asTenants<T>(
  scope: Scope,
  tenantIds: readonly string[],
  work: (tx: Tx) => Promise<T>,
): Promise<T[]> {
  const client = await scope.pool.connect()
  let broken = false
  try {
    return await inOneTransaction(scope, client, tenantIds, work)
  } catch (error) {
    broken = isConnectionGone(error)
    if (!broken) await client.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    client.release(broken)
  }
}

async function inOneTransaction<T>(
  scope: Scope,
  client: pg.PoolClient,
  tenantIds: readonly string[],
  work: (tx: Tx) => Promise<T>,
): Promise<T[]> {
  const ends: Ends = { before: [], after: [] }
  const gathering = new Gathering(scope, client, tenantIds)
  const results = await allOf(
    gathering,
    tenantIds.map((tenantId) => () => work(gathering.transactionOf(tenantId, ends))),
  )
  const last = (await allOf(gathering, ends.before)).flat()
  // The last statements travel with the commit.
  await inOnePacket(client, () => {
    gathering.end()
    return commit(scope, client, last)
  })
  for (const run of ends.after) run()
  return results
}

/** Waits for all of them, because the connection must not be returned while one still sends. */
async function allOf<T>(gathering: Gathering, works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const ended = await Promise.allSettled(
    works.map(async (run) => {
      try {
        return await run()
      } catch (error) {
        gathering.giveUp(error)
        throw error
      }
    }),
  )
  return ended.map((one) => {
    if (one.status === 'rejected') throw gathering.failure
    return one.value
  })
}
