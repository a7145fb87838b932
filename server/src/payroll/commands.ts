import type { PayrollHours, PayrollSettings } from '@cartage/contract/payroll/app'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { readSettings } from './settings.views.ts'
import { writeSettings } from './store.ts'
import { type PayrollQuery, payrollFile } from './views.ts'

/** Sets how payroll hours are counted and how the file is written (PAYROLL-6). */
export async function setSettings(
  ctx: Context,
  { tenantId, by }: { tenantId: string; by: By },
  settings: PayrollSettings,
): Promise<PayrollSettings> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await readSettings(tx)
    await writeSettings(tx, settings)
    await recordChanges(tx, by, [
      { entity_type: 'payroll_setting', entity_id: tenantId, action: 'updated', before, after: settings },
    ])
    return settings
  })
}

/** Records who downloaded the file of a month, for which drivers and with which rows (PAYROLL-7). */
export async function noteDownload(
  tx: Tx,
  by: By,
  { month, rows, driver_id }: PayrollQuery,
  { items }: Pick<PayrollHours, 'items'>,
): Promise<void> {
  const drivers = new Set(items.map((one) => one.driver_id))
  await recordChanges(tx, by, [
    {
      ...{ entity_type: payrollFile, entity_id: month, action: 'downloaded', before: {} },
      after: { rows, driver_id: driver_id ?? null, drivers: drivers.size },
    },
  ])
}
