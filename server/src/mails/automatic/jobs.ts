import type { Context } from '../../context.ts'
import type { Loop } from '../../jobs/loop.ts'
import { sendDueMails } from './commands.ts'

const pollMs = 30_000

/** Every half minute: sends e-mails that rules and choices of tenants want (MAIL-7, MAIL-8). */
export function mailLoop(ctx: Context): Loop {
  return {
    name: 'mails',
    pollMs,
    parallel: 1,
    async run() {
      const { rows } = await ctx.db.worker.query<{ tenant_id: string }>('select tenants_with_mail_rules() as tenant_id')
      let written = 0
      for (const { tenant_id } of rows) written += await sendDueMails(ctx, tenant_id)
      return written > 0
    },
  }
}
