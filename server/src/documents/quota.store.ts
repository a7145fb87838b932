import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const addBytes = statement(
  'documents.add_uploaded',
  `insert into upload_day as d (tenant_id, day, sender, bytes)
   select $1::uuid, (now() at time zone 'UTC')::date, n.sender, $3 from unnest($2::text[]) as n (sender)
    order by n.sender
   on conflict (tenant_id, day, sender) do update set bytes = d.bytes + excluded.bytes
   returning sender, bytes::float8 as bytes`,
)
const deleteOldDays = statement(
  'documents.delete_old_upload_days',
  `delete from upload_day where tenant_id = $1 and day < (now() at time zone 'UTC')::date - 2`,
)

/** Bytes uploaded today by sender, including these. Concurrent uploads of one sender wait for each other. */
export async function addUploaded(tx: Tx, senders: readonly string[], bytes: number): Promise<Map<string, number>> {
  const rows = await tx.query<{ sender: string; bytes: number }>(addBytes, senders, bytes)
  await tx.query(deleteOldDays)
  return new Map(rows.map((row) => [row.sender, row.bytes]))
}

const selectBytes = statement(
  'documents.find_uploaded',
  `select coalesce(sum(bytes), 0)::float8 as bytes from upload_day
    where tenant_id = $1 and day = (now() at time zone 'UTC')::date and sender = $2`,
)

/** Bytes that a sender uploaded today. */
export async function findUploaded(tx: Tx, sender: string): Promise<number> {
  const [row] = await tx.query<{ bytes: number }>(selectBytes, sender)
  return row!.bytes
}
