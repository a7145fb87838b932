import { msg } from '@cartage/contract/message'
import type { PriceIndexRecord } from '@cartage/contract/rates/app/indexes'
import type { IndexValue } from '@cartage/contract/rates/app/tariff-table'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { followRates } from '../follow.commands.ts'
import type { Command } from '../records/commands.ts'
import { addIndex, type IndexRow, lock, putValues, writeIndex } from './store.ts'
import { findIndex } from './views.ts'

/**
 * Creates an index without values.
 * @throws Problem state_conflict if the code is taken
 */
export async function createIndex(
  ctx: Context,
  { tenantId, by }: Command,
  given: Omit<IndexRow, 'price_index_id'>,
): Promise<PriceIndexRecord> {
  const row = { price_index_id: ctx.newId(), ...given }
  return await ctx.db.asTenant(tenantId, async (tx) => {
    if (!(await addIndex(tx, row))) {
      throw new Problem('state_conflict', { message: msg`The code ${row.code} is taken. Choose another one.` })
    }
    const entity = { entity_type: 'price_index', entity_id: row.price_index_id }
    await recordChanges(tx, by, [{ ...entity, action: 'created', before: null, after: row }])
    return (await findIndex(tx, row.price_index_id))!
  })
}

/**
 * Changes the display data of an index.
 * @throws Problem not_found
 */
export async function changeIndex(
  ctx: Context,
  { tenantId, by }: Command,
  id: string,
  given: { name?: string | undefined; source?: string | undefined },
): Promise<PriceIndexRecord> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    if (!(await lock(tx, id))) throw new Problem('not_found')
    const index = (await findIndex(tx, id))!
    const before = { name: index.name, source: index.source }
    const after = { name: given.name ?? before.name, source: given.source ?? before.source }
    if (after.name === before.name && after.source === before.source) return index
    await writeIndex(tx, { price_index_id: id, ...after })
    const entity = { entity_type: 'price_index', entity_id: id }
    await recordChanges(tx, by, [{ ...entity, action: 'updated', before, after }])
    return { ...index, ...after }
  })
}

/**
 * Adds values to an index, replacing existing values of the same day (PRICE-16).
 * @throws Problem not_found
 */
export async function addValues(
  ctx: Context,
  { tenantId, by }: Command,
  id: string,
  values: readonly IndexValue[],
): Promise<PriceIndexRecord> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    if (!(await lock(tx, id))) throw new Problem('not_found')
    const before = (await findIndex(tx, id))!
    await putValues(tx, id, values)
    await followRates(tx, earliestOf(values), 'INDEX_CHANGED')
    const after = (await findIndex(tx, id))!
    const days = new Set(values.map(({ valid_from }) => valid_from))
    const trail = ({ values: all }: PriceIndexRecord) => ({
      values: Object.fromEntries(
        all.filter(({ valid_from }) => days.has(valid_from)).map(({ valid_from, value }) => [valid_from, value]),
      ),
    })
    const entity = { entity_type: 'price_index', entity_id: id }
    await recordChanges(tx, by, [{ ...entity, action: 'updated', before: trail(before), after: trail(after) }])
    return after
  })
}

/** The first day on which prices may change. */
function earliestOf(values: readonly IndexValue[]): string {
  return values.map(({ valid_from }) => valid_from).sort()[0]!
}
