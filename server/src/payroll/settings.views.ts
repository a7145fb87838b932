import { defaultPayrollSettings, type PayrollSettings } from '@cartage/contract/payroll/app'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const select = statement('payroll.select_settings', 'select doc from payroll_setting where tenant_id = $1')

/** How hours are counted and written; a member that a later version added has its first value. */
export async function readSettings(tx: Tx): Promise<PayrollSettings> {
  const [row] = await tx.query<{ doc: Partial<PayrollSettings> }>(select)
  return { ...defaultPayrollSettings, ...row?.doc }
}
