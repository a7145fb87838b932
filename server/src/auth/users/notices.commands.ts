import type { Context } from '../../context.ts'
import { sendLetter } from './mail.gateway.ts'
import { type Notice, noticeLetter } from './notices.rules.ts'
import { findAddressee } from './views.ts'

/**
 * Notifies a person by mail that their sign-in methods changed. Not awaited: the change stands even if the mail fails.
 * @param name of the passkey, if one changed
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
