import type { Context } from '../../context.ts'
import { type Mail, type MailResult, type MailServer, sendMail } from '../../net/mail.ts'

/** Milliseconds without attempts after a mail server was unreachable, so that it does not delay other work. */
const quietMs = 60_000

/** By process and tenant: end of the pause of its mail server. */
const quiet = new WeakMap<Context, Map<string, number>>()

/** Whether the mail server of a tenant was unreachable a moment ago. */
export function isQuiet(ctx: Context, tenantId: string): boolean {
  return (quiet.get(ctx)?.get(tenantId) ?? 0) > ctx.now().getTime()
}

/** Sends an e-mail once. If the mail server is unreachable, remembers that for a moment. */
export async function sendLetter(ctx: Context, tenantId: string, server: MailServer, mail: Mail): Promise<MailResult> {
  const result = await sendMail(ctx.net, server, mail)
  const known = quiet.get(ctx) ?? new Map<string, number>()
  quiet.set(ctx, known)
  if (result.outcome === 'failed' || result.outcome === 'unknown') known.set(tenantId, ctx.now().getTime() + quietMs)
  else known.delete(tenantId)
  return result
}
