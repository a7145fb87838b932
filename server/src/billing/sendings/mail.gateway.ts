import type { Context } from '../../context.ts'
import { type Mail, type MailResult, type MailServer, sendMail } from '../../net/mail.ts'

/** Milliseconds that a mail server that was out of reach is left alone: it must not hold up the work of others. */
const quietMs = 60_000

/** By process and tenant: until when its mail server is left alone. */
const quiet = new WeakMap<Context, Map<string, number>>()

/** Whether the mail server of a tenant was out of reach a moment ago. */
export function isQuiet(ctx: Context, tenantId: string): boolean {
  return (quiet.get(ctx)?.get(tenantId) ?? 0) > ctx.now().getTime()
}

/** Sends an e-mail once, and remembers for a moment when the mail server is out of reach. */
export async function sendLetter(ctx: Context, tenantId: string, server: MailServer, mail: Mail): Promise<MailResult> {
  const result = await sendMail(ctx.net, server, mail)
  const known = quiet.get(ctx) ?? new Map<string, number>()
  quiet.set(ctx, known)
  if (result.outcome === 'failed' || result.outcome === 'unknown') known.set(tenantId, ctx.now().getTime() + quietMs)
  else known.delete(tenantId)
  return result
}
