import type { Context } from '../../context.ts'
import type { IntegrationRow } from './integrations.views.ts'

/** Adds an approved integrator, on behalf of the operator. */
export async function insertIntegration(ctx: Context, name: string): Promise<IntegrationRow> {
  const { rows } = await ctx.db.worker.query<IntegrationRow>(
    'insert into integration (name) values ($1) returning integration_id, name',
    [name],
  )
  return rows[0]!
}
