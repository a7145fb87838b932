import type { RecentUpload } from '@cartage/contract/app/start'
import type { ErrorItem } from '@cartage/contract/errors'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { Problem } from '../../http/problem.ts'
import { type UploadFacts, uploadRecord } from './rules.ts'

/** SQL columns of an upload with its status: IN_PROGRESS without an outcome. Needs `joinOutcome`; `u` is the upload. */
export const uploadFacts = `u.upload_id, coalesce(x.status, 'IN_PROGRESS') as status,
          case when x.upload_id is null then u.order_id else x.order_id end as order_id, x.errors, x.warnings, u.notes`

export const joinOutcome = 'left join upload_outcome x on x.tenant_id = $1 and x.upload_id = u.upload_id'

const joinOrder = `left join transport_order o on o.tenant_id = $1
      and o.order_id = case when x.upload_id is null then u.order_id else x.order_id end`

const selectUpload = statement(
  'orders.select_upload',
  `select ${uploadFacts} from order_upload u ${joinOutcome} ${joinOrder}
    where u.tenant_id = $1 and u.upload_id = $2
      and ($3::uuid is null or u.company_id = $3 or o.company_id = $3)`,
)

/**
 * The record of an upload (ORD-2).
 * @param companyId the only company a caller with the role CUSTOMER may see, null for other callers
 * @throws Problem not_found
 */
export async function readUpload(tx: Tx, uploadId: string, companyId: string | null): Promise<OrderImport> {
  const [row] = await tx.query<UploadFacts>(selectUpload, uploadId, companyId)
  if (!row) throw new Problem('not_found')
  return uploadRecord(row)
}

const selectRecent = statement(
  'orders.select_recent_uploads',
  `select u.upload_id, u.order_identifier, u.operation, coalesce(x.status, 'IN_PROGRESS') as upload_status,
          case when x.upload_id is null then u.order_id else x.order_id end as order_id,
          o.order_number as order_name, x.errors,
          ${instant('u.accepted_at')} as accepted_at,
          ${instant('x.finished_at')} as finished_at
     from order_upload u ${joinOutcome} ${joinOrder}
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
