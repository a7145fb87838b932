import type { Context } from '../../context.ts'
import { sendLetter } from './mail.gateway.ts'
import { type Notice, noticeLetter } from './notices.rules.ts'
import { findAddressee } from './views.ts'

/**
 * Mails a person that what signs the person in was changed. Not waited for: the change holds, also where the letter fails.
 * @param name of the passkey, where it is about one
 */
export function sendNotice(
  ctx: Context,
  { tenantId, userId }: { tenantId: string; userId: string },
  notice: Notice,
  name = '',
): void {
  if (ctx.config.smtp_url === undefined) return
  const send = async () => {
    const to = await ctx.db.asTenant(tenantId, (tx) => findAddressee(tx, userId))
    if (to !== undefined) await sendLetter(ctx, noticeLetter(notice, to, name))
  }
  send().catch((error: unknown) => ctx.log.warn({ err: error, tenant_id: tenantId }, 'a notice could not be mailed'))
}
