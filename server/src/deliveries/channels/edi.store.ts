import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const selectContent = statement(
  'deliveries.select_interchange',
  'select content from edi_interchange where tenant_id = $1 and subscription_id = $2 and event_id = $3',
)

/** The interchange built for an event when it was first sent to an endpoint. */
export async function findInterchange(tx: Tx, subscriptionId: string, eventId: string): Promise<Buffer | undefined> {
  const [row] = await tx.query<{ content: Buffer }>(selectContent, subscriptionId, eventId)
  return row?.content
}

const lockRow = statement(
  'deliveries.lock_edi_partner',
  `insert into edi_partner as p (tenant_id, partner, last_control_number) values ($1, $2, 0)
   on conflict (tenant_id, partner) do update set last_control_number = p.last_control_number
   returning last_control_number`,
)

/** The last control number of a partner, initially 0. The row is locked, so the caller may take the next number. */
export async function lastNumberForUpdate(tx: Tx, partner: string): Promise<number> {
  const [row] = await tx.query<{ last_control_number: number }>(lockRow, partner)
  return row!.last_control_number
}

const setNumber = statement(
  'deliveries.update_edi_partner',
  'update edi_partner set last_control_number = $3 where tenant_id = $1 and partner = $2',
)

const insertRow = statement(
  'deliveries.insert_interchange',
  `insert into edi_interchange (tenant_id, subscription_id, event_id, partner, control_reference, content)
   values ($1, $2, $3, $4, $5, $6)`,
)

export interface NewInterchange {
  subscription_id: string
  event_id: string
  partner: string
  control_number: number
  control_reference: string
  content: Buffer
}

/** Stores an interchange for later attempts, and its number as the last one of the partner, whose row is locked. */
export async function insertInterchange(tx: Tx, row: NewInterchange): Promise<void> {
  await Promise.all([
    tx.query(setNumber, row.partner, row.control_number),
    tx.query(insertRow, row.subscription_id, row.event_id, row.partner, row.control_reference, row.content),
  ])
}
