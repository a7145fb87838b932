import type { Language } from '@cartage/contract/reading/languages'
import { attemptMail, type MailRecords } from '../billing/sendings/attempt.commands.ts'
import type { Context } from '../context.ts'
import type { JobHandler } from '../jobs/kinds.ts'
import { readTripFacts } from '../papers/facts.views.ts'
import { printTripSheet } from '../papers/trip-sheet/print.rules.ts'
import { htmlOf } from '../tenants/organisation/letters.rules.ts'
import { readLetterLogo } from '../tenants/organisation/letters.views.ts'
import { queueMail } from './letters/queue.commands.ts'
import { finishMail, mailForUpdate, startMail } from './letters/store.ts'

const records: MailRecords = { lock: mailForUpdate, start: startMail, finish: finishMail, queue: queueMail }

/** Sends an e-mail about an order or a trip, the same way as invoices (MAIL-4). */
export const sendQueuedMail: JobHandler<'mails.send'> = async (ctx, { tenantId, payload }) => {
  const id = payload.mail_id
  const mail = await ctx.db.asTenant(tenantId, (tx) => mailForUpdate(tx, id))
  if (!mail) return
  const { address, subject, body } = mail
  // The trip sheet is drawn when the e-mail is sent, so that the carrier has the current plan.
  const logo = await ctx.db.asTenant(tenantId, readLetterLogo)
  const sheet = mail.trip_id === null ? [] : [await sheetOf(ctx, tenantId, mail.trip_id, mail.language)]
  const attachments = [...(logo ? [logo.part] : []), ...sheet]
  const letter = { to: address, subject, text: body, html: htmlOf(body, logo), attachments }
  await attemptMail(ctx, { tenantId, id }, records, mail.status === 'PENDING' ? letter : undefined)
}

async function sheetOf(ctx: Context, tenantId: string, tripId: string, language: Language) {
  const { name, bytes } = await printTripSheet(
    await ctx.db.asTenant(tenantId, (tx) => readTripFacts(tx, tripId)),
    language,
  )
  return { filename: name, contentType: 'application/pdf', content: bytes }
}
