import type { Context } from '../../context.ts'
import type { Mail } from '../../net/mail.ts'
import { htmlOf } from '../../tenants/organisation/letters.rules.ts'
import { readLetterLogo } from '../../tenants/organisation/letters.views.ts'
import { loadAttached } from '../attachments/commands.ts'
import { choosePreference } from '../preferences/rules.ts'
import { findPreferences } from '../preferences/views.ts'
import { findInvoice, type InvoiceRow } from '../records/views.ts'
import { loadFiles } from './files.commands.ts'
import { documentLetter, type LetterFacts, reminderLetter } from './letter.rules.ts'
import type { SendingRow } from './store.ts'

/**
 * The e-mail for a document with its files: those named by the company's preference, and the attached transport
 * documents (BILL-21). A request for a credit note is sent as it was written, without files.
 * @throws Error while the files are not written
 */
export async function letterOf(
  ctx: Context,
  tenantId: string,
  { invoice_id, reminder, letter: written }: Pick<SendingRow, 'invoice_id' | 'reminder' | 'letter'>,
): Promise<Omit<Mail, 'to'>> {
  if (written) {
    const logo = await ctx.db.asTenant(tenantId, readLetterLogo)
    return { ...written, html: htmlOf(written.text, logo), attachments: logo ? [logo.part] : [] }
  }
  const { invoice, formats, logo } = await ctx.db.asTenant(tenantId, async (tx) => {
    const row = (await findInvoice(tx, invoice_id))!
    const { byCompany, byEntity } = await findPreferences(tx, [row.company_id], [row.billing_entity_id])
    const { preference } = choosePreference(byCompany.get(row.company_id), byEntity.get(row.billing_entity_id))
    const wanted = preference.formats.length === 0 ? (['PDF'] as const) : preference.formats
    return { invoice: row, formats: wanted, logo: await readLetterLogo(tx) }
  })
  const files = await loadFiles(ctx, tenantId, invoice_id, formats)
  if (files.length < formats.length) throw new Error('The files of the document are not written yet.')
  const attached = reminder ? [] : await loadAttached(ctx, tenantId, invoice.content!)
  const letter = reminder
    ? reminderLetter({ ...factsOf(invoice), open: reminder.open }, reminder)
    : documentLetter(factsOf(invoice))
  const documents = [...files, ...attached].map(({ name, media_type, bytes }) => ({
    filename: name,
    contentType: media_type,
    content: bytes,
  }))
  return { ...letter, html: htmlOf(letter.text, logo), attachments: [...(logo ? [logo.part] : []), ...documents] }
}

/** Facts about a finalised document for e-mails. */
export function factsOf({ kind, name, content }: InvoiceRow): LetterFacts {
  const { language, date, due_date, totals, currency, seller, payment } = content!
  return {
    language,
    kind: kind.endsWith('CREDIT_NOTE') ? 'CREDIT_NOTE' : 'INVOICE',
    number: name!,
    ...{ date, due_date, currency },
    total: totals.with_vat,
    sender: seller.name,
    payment_reference: payment?.reference ?? null,
    iban: payment?.account ?? null,
  }
}
