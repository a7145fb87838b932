import type { Context } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const find = statement(
  'auth.find_integration',
  'select 1 from integration where integration_id::text = lower($2) and not is_removed and $1::uuid is not null',
)

/** Whether the integration is registered in this installation. */
export async function isIntegration(tx: Tx, integrationId: string): Promise<boolean> {
  return (await tx.query(find, integrationId)).length === 1
}

export interface IntegrationRow {
  integration_id: string
  name: string
}

/** The integrations of this installation, oldest first. */
export async function listIntegrations(ctx: Context): Promise<IntegrationRow[]> {
  const { rows } = await ctx.db.worker.query<IntegrationRow>(
    'select integration_id, name from integration where not is_removed order by created_at, integration_id',
  )
  return rows
}
