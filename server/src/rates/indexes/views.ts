import type { PriceIndexRecord } from '@cartage/contract/rates/app/indexes'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const columns = `i.price_index_id, i.code, i.name, i.source, i.lasts_days,
  coalesce((select json_agg(json_build_object('valid_from', v.valid_from, 'value', trim_scale(v.value)::text)
                            order by v.valid_from desc)
              from (select w.valid_from, w.value from price_index_value w
                     where w.tenant_id = $1 and w.price_index_id = i.price_index_id
                     order by w.valid_from desc limit 1000) v), '[]') as values`

const selectIndexes = statement(
  'rates.select_indexes',
  `select ${columns} from price_index i where i.tenant_id = $1 order by i.code limit 1000`,
)

/** Indexes with their values, latest first. */
export async function listIndexes(tx: Tx): Promise<PriceIndexRecord[]> {
  return await tx.query<PriceIndexRecord>(selectIndexes)
}

const selectIndex = statement(
  'rates.select_index',
  `select ${columns} from price_index i where i.tenant_id = $1 and i.price_index_id = $2`,
)

/** One index with its values. */
export async function findIndex(tx: Tx, id: string): Promise<PriceIndexRecord | undefined> {
  return (await tx.query<PriceIndexRecord>(selectIndex, id))[0]
}
