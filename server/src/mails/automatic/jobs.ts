import type { Context } from '../../context.ts'
import type { Loop } from '../../jobs/loop.ts'
import { tenantLoop } from '../../jobs/tenant-loop.ts'
import { createRests } from '../../jobs/together.ts'
import { sendDueMails } from './commands.ts'

const pollMs = 30_000

/** Every half minute: sends automatic e-mails by the rules and choices of tenants (MAIL-7, MAIL-8). */
export function mailLoop(ctx: Context): Loop {
  const rests = createRests(ctx, 'mails')
  return tenantLoop(ctx, {
    name: 'mails',
    pollMs,
    due: 'mail_rules',
    work: async (tenantId) => (await sendDueMails(ctx, tenantId, rests)) > 0,
  })
}
