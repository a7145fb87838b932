import type { RecentUpload } from '@cartage/contract/app/start'
import type { ErrorItem } from '@cartage/contract/errors'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { type UploadFacts, uploadRecord } from './uploads.rules.ts'

const selectUpload = statement(
  'orders.select_upload',
  `select u.upload_id, u.status, u.order_id, u.errors, u.warnings
     from order_upload u left join transport_order o on o.tenant_id = $1 and o.order_id = u.order_id
    where u.tenant_id = $1 and u.upload_id = $2
      and ($3::uuid is null or u.company_id = $3 or o.company_id = $3)`,
)

/**
 * The record of an upload (ORD-2).
 * @param companyId the one company a caller with the role CUSTOMER may see, null for everyone else
 * @throws Problem not_found
 */
export async function readUpload(tx: Tx, uploadId: string, companyId: string | null): Promise<OrderImport> {
  const [row] = await tx.query<UploadFacts>(selectUpload, uploadId, companyId)
  if (!row) throw new Problem('not_found')
  return uploadRecord(row)
}

const selectRecent = statement(
  'orders.select_recent_uploads',
  `select u.upload_id, u.order_identifier, u.operation, u.status as upload_status, u.order_id,
          o.order_number as order_name, u.errors,
          to_char(u.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as accepted_at,
          to_char(u.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as finished_at
     from order_upload u left join transport_order o on o.tenant_id = $1 and o.order_id = u.order_id
    where u.tenant_id = $1 and ($3::uuid is null or u.company_id = $3 or o.company_id = $3)
    order by u.accepted_at desc limit $2`,
)

/** The tenant's last uploads, newest first, at most `most`. */
export async function listRecentUploadRows(tx: Tx, most: number, companyId: string | null): Promise<RecentUpload[]> {
  const rows = await tx.query<Omit<RecentUpload, 'errors'> & { errors: ErrorItem[] | null }>(
    selectRecent,
    most,
    companyId,
  )
  return rows.map((row) => ({ ...row, errors: (row.errors ?? []).map(({ message }) => message) }))
}
