import type { Language } from '@cartage/contract/reading/languages'
import { attemptMail, type MailRecords } from '../billing/sendings/attempt.commands.ts'
import type { Context } from '../context.ts'
import type { JobHandler } from '../jobs/kinds.ts'
import { readTripFacts } from '../papers/facts.views.ts'
import { printTripSheet } from '../papers/trip-sheet/print.rules.ts'
import { currentLogo } from '../tenants/organisation/views.ts'
import { queueMail } from './letters/queue.commands.ts'
import { htmlPart, logoPart } from './letters/rules.ts'
import { finishMail, mailForUpdate, startMail } from './letters/store.ts'

const records: MailRecords = { lock: mailForUpdate, start: startMail, finish: finishMail, queue: queueMail }

/** Sends an e-mail about an order or a trip, as invoices are sent (MAIL-4). */
export const sendQueuedMail: JobHandler<'mails.send'> = async (ctx, { tenantId, payload }) => {
  const id = payload.mail_id
  const mail = await ctx.db.asTenant(tenantId, (tx) => mailForUpdate(tx, id))
  if (!mail) return
  const { address, subject, body } = mail
  // A carrier drives by the sheet of now.
  const logo = await logoOf(ctx, tenantId)
  const sheet = mail.trip_id === null ? [] : [await sheetOf(ctx, tenantId, mail.trip_id, mail.language)]
  const attachments = [...(logo ? [logo.part] : []), ...sheet]
  const letter = { to: address, subject, text: body, html: htmlPart(mail, logo), attachments }
  await attemptMail(ctx, { tenantId, id }, records, mail.status === 'PENDING' ? letter : undefined)
}

/** MAIL-10: the logo of the haulier, as a part that the HTML shows; undefined without one. */
async function logoOf(ctx: Context, tenantId: string) {
  const logo = await ctx.db.asTenant(tenantId, currentLogo)
  if (logo === undefined) return undefined
  const { media_type: contentType, bytes: content, width, height } = logo
  const part = { filename: `logo.${contentType === 'image/png' ? 'png' : 'jpg'}`, contentType, content, cid: logoPart }
  return { part, width, height }
}

async function sheetOf(ctx: Context, tenantId: string, tripId: string, language: Language) {
  const { name, bytes } = await printTripSheet(
    await ctx.db.asTenant(tenantId, (tx) => readTripFacts(tx, tripId)),
    language,
  )
  return { filename: name, contentType: 'application/pdf', content: bytes }
}
