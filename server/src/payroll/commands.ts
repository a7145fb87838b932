import type { PayrollSettings } from '@cartage/contract/payroll/app'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import { readSettings } from './settings.views.ts'
import { writeSettings } from './store.ts'

/** Sets how hours are counted for payroll and how their file is written (PAYROLL-6). */
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
