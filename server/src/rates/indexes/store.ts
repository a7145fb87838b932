import type { IndexValue } from '@cartage/contract/rates/app/tariff-table'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

/** A stored index. */
export interface IndexRow {
  readonly price_index_id: string
  readonly code: string
  readonly name: string
  readonly source: string
  readonly lasts_days: number | null
}

const insertIndex = statement(
  'rates.insert_index',
  `insert into price_index (tenant_id, price_index_id, code, name, source, lasts_days)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning price_index_id`,
)

/** Inserts an index. False if its code is taken. */
export async function addIndex(tx: Tx, row: IndexRow): Promise<boolean> {
  const { price_index_id, code, name, source, lasts_days } = row
  return (await tx.query(insertIndex, price_index_id, code, name, source, lasts_days)).length > 0
}

const updateIndex = statement(
  'rates.update_index',
  'update price_index i set name = $3, source = $4 where i.tenant_id = $1 and i.price_index_id = $2',
)

/** Updates the display data of an index. */
export async function writeIndex(tx: Tx, { price_index_id, name, source }: Omit<IndexRow, 'code' | 'lasts_days'>) {
  await tx.query(updateIndex, price_index_id, name, source)
}

const lockIndex = statement(
  'rates.lock_index',
  `select price_index_id from price_index where tenant_id = $1 and price_index_id = $2 for update`,
)

/** Whether the index exists. Locks it until the transaction ends. */
export async function lock(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query(lockIndex, id)).length > 0
}

const writeValues = statement(
  'rates.write_index_values',
  `insert into price_index_value (tenant_id, price_index_id, valid_from, value)
   select $1, $2, given.valid_from, given.value from unnest($3::date[], $4::numeric[]) as given (valid_from, value)
   on conflict (tenant_id, price_index_id, valid_from) do update set value = excluded.value
   returning tenant_id`,
)

/** Adds values, replacing existing ones of the same day. */
export async function putValues(tx: Tx, id: string, values: readonly IndexValue[]): Promise<void> {
  const days = values.map(({ valid_from }) => valid_from)
  await tx.query(
    writeValues,
    id,
    days,
    values.map(({ value }) => value),
  )
}
