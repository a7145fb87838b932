import { defaultPayrollSettings, type PayrollSettings } from '@cartage/contract/payroll/app'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'

const select = statement('payroll.select_settings', 'select doc from payroll_setting where tenant_id = $1')

/** Payroll settings; members added by later versions have their default. */
export async function readSettings(tx: Tx): Promise<PayrollSettings> {
  const [row] = await tx.query<{ doc: Partial<PayrollSettings> }>(select)
  return { ...defaultPayrollSettings, ...row?.doc }
}
