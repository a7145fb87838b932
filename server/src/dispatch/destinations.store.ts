import type { DestinationKind } from '@cartage/contract/dispatch/app'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

/** A stored destination. */
export interface Destination {
  dispatch_destination_id: string
  kind: DestinationKind
  name: string
  subcontractor_id: string | null
  location_id: string | null
  account_code: string | null
  subscription_id: string | null
  is_automatic: boolean
  tracking_link: string | null
  is_archived: boolean
}

const columns = `d.dispatch_destination_id, d.kind, d.name, d.subcontractor_id, d.location_id, d.account_code,
  d.subscription_id, d.is_automatic, d.tracking_link, d.is_archived`

const selectLive = statement(
  'dispatch.live_destinations',
  `select ${columns} from dispatch_destination d
    where d.tenant_id = $1 and not d.is_archived and d.subscription_id is not null
    order by d.created_at, d.dispatch_destination_id`,
)

/** Every active destination, oldest first. */
export async function liveDestinations(tx: Tx): Promise<Destination[]> {
  return await tx.query<Destination>(selectLive)
}

const selectOne = statement(
  'dispatch.find_destination',
  `select ${columns} from dispatch_destination d where d.tenant_id = $1 and d.dispatch_destination_id = $2`,
)

/** One destination, archived or not. */
export async function findDestination(tx: Tx, id: string): Promise<Destination | undefined> {
  return (await tx.query<Destination>(selectOne, id))[0]
}

const lockOne = statement(
  'dispatch.lock_destination',
  `select ${columns} from dispatch_destination d where d.tenant_id = $1 and d.dispatch_destination_id = $2 for update`,
)

/** One destination, locked until the transaction ends. */
export async function destinationForUpdate(tx: Tx, id: string): Promise<Destination | undefined> {
  return (await tx.query<Destination>(lockOne, id))[0]
}

const insertRow = statement(
  'dispatch.insert_destination',
  `insert into dispatch_destination (tenant_id, dispatch_destination_id, kind, name, subcontractor_id, location_id,
                                     account_code, subscription_id, is_automatic, tracking_link)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)

/** Stores a destination. Its referenced records must exist. */
export async function insertDestination(tx: Tx, row: Destination): Promise<void> {
  await tx.query(
    insertRow,
    row.dispatch_destination_id,
    row.kind,
    row.name,
    row.subcontractor_id,
    row.location_id,
    row.account_code,
    row.subscription_id,
    row.is_automatic,
    row.tracking_link,
  )
}

const updateRow = statement(
  'dispatch.update_destination',
  `update dispatch_destination
      set name = $3, subscription_id = $4, is_automatic = $5, tracking_link = $6, is_archived = $7, updated_at = now()
    where tenant_id = $1 and dispatch_destination_id = $2`,
)

/** Writes the changeable members of a destination. */
export async function updateDestination(tx: Tx, row: Destination): Promise<void> {
  await tx.query(
    updateRow,
    row.dispatch_destination_id,
    row.name,
    row.subscription_id,
    row.is_automatic,
    row.tracking_link,
    row.is_archived,
  )
}
