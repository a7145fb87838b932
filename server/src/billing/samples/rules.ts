import { amountText, decimal } from '../../books/money.rules.ts'
import type { DocumentContent } from '../documents/content.rules.ts'
import type { Credit, CreditRequest } from '../documents/credit.rules.ts'
import { checkComplete } from '../finalise/check.rules.ts'
import { type Crediting, type SampleCase, sampleCases } from './cases.rules.ts'
import { sampleCredit, sampleInvoice } from './compose.rules.ts'
import { type Random, randomBy } from './random.rules.ts'

/** A sample document, and the name of its case. */
export interface Sample {
  readonly name: string
  readonly content: DocumentContent
}

/**
 * Sample documents of every kind for an external validator: all VAT categories, currencies, credit notes, discounts,
 * self-billing and edge cases of rounding. They are produced and validated by the rules for documents of tenants. The
 * same count and seed give the same documents.
 * @throws Problem document_incomplete (409) if our own validation finds an error
 */
export function sampleDocuments(count: number, seed: number): Sample[] {
  const random = randomBy(seed)
  const samples: Sample[] = []
  for (let round = 0; samples.length < count; round += 1) {
    const one = sampleCases[round % sampleCases.length]!
    samples.push(...documentsOf(one, random, samples.length + 1))
  }
  const kept = samples.slice(0, count)
  for (const { content } of kept) checkComplete(content)
  return kept
}

/** The invoice of a case and its credit notes, with consecutive numbers. */
function documentsOf({ name, write, credits }: SampleCase, random: Random, first: number): Sample[] {
  const written = write(random)
  const counted = (at: number) => String(first + at).padStart(4, '0')
  const series = written.is_self_billed ? `SB-${written.seller.code}` : written.seller.code
  const date = `2026-11-${String(random.whole(25, 30)).padStart(2, '0')}`
  const number = `${series}-2026-${counted(0)}`
  const invoice = sampleInvoice({ currency: 'EUR', number, counted: first, date, ...written })
  const before: Credit[] = []
  const notes = requestsOf(credits, invoice).map((request, at): Sample => {
    const own = { number: `${series}-CN-2026-${counted(at + 1)}`, counted: first + at + 1, date: '2026-12-04', request }
    const { credit, content } = sampleCredit(invoice, before, own)
    before.push(credit)
    return { name: `${name}, credit note ${at + 1}`, content }
  })
  return [{ name, content: invoice }, ...notes]
}

function requestsOf(credits: Crediting | undefined, invoice: DocumentContent): CreditRequest[] {
  const rest: CreditRequest = { kind: 'REST' }
  switch (credits) {
    case undefined:
      return []
    case 'WHOLE':
      return [rest]
    case 'HALVES':
      return [{ kind: 'FRACTION', fraction: '0.5' }, rest]
    case 'THIRDS':
      return [{ kind: 'FRACTION', fraction: '0.333333' }, { kind: 'FRACTION', fraction: '0.333333' }, rest]
    case 'LINES': {
      const [line] = invoice.lines
      const amount = amountText(decimal(line!.amount).times('0.4'), invoice.currency)
      return [{ kind: 'LINES', amounts: new Map([[line!.line_id, amount]]) }, rest]
    }
  }
}
