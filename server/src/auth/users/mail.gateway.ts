import type { Context } from '../../context.ts'
import { operatorMailServer, sendMail } from '../../net/mail.ts'
import type { Letter } from './links.rules.ts'

/**
 * Sends a mail through the operator's mail server.
 * @returns `off` if no mail server is configured, `failed` if it rejected the mail; the log has the reason
 */
export async function sendLetter(ctx: Context, letter: Letter): Promise<'sent' | 'failed' | 'off'> {
  const server = operatorMailServer(ctx.config)
  if (server === undefined) return 'off'
  const result = await sendMail(ctx.net, server, letter)
  if (result.outcome === 'sent') return 'sent'
  ctx.log.warn({ reason: result.reason }, 'a letter could not be sent: check SMTP_URL')
  return 'failed'
}
