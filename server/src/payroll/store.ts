import type { PayrollSettings } from '@cartage/contract/payroll/app'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const upsert = statement(
  'payroll.set_settings',
  `insert into payroll_setting (tenant_id, doc, updated_at) values ($1, $2, now())
   on conflict (tenant_id) do update set doc = excluded.doc, updated_at = excluded.updated_at`,
)

/** Stores the payroll settings. */
export async function writeSettings(tx: Tx, settings: PayrollSettings): Promise<void> {
  await tx.query(upsert, JSON.stringify(settings))
}
