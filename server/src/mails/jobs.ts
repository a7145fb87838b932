import { attemptMail, type MailRecords } from '../billing/sendings/attempt.commands.ts'
import type { JobHandler } from '../jobs/kinds.ts'
import { queueMail } from './letters/queue.commands.ts'
import { htmlPart } from './letters/rules.ts'
import { finishMail, mailForUpdate, startMail } from './letters/store.ts'

const records: MailRecords = { lock: mailForUpdate, start: startMail, finish: finishMail, queue: queueMail }

/** Sends an e-mail about an order or a trip, as invoices are sent (MAIL-4). */
export const sendQueuedMail: JobHandler<'mails.send'> = async (ctx, { tenantId, payload }) => {
  const id = payload.mail_id
  const mail = await ctx.db.asTenant(tenantId, (tx) => mailForUpdate(tx, id))
  if (!mail) return
  const { address, subject, body } = mail
  const letter = { to: address, subject, text: body, html: htmlPart(mail) }
  await attemptMail(ctx, { tenantId, id }, records, mail.status === 'PENDING' ? letter : undefined)
}
