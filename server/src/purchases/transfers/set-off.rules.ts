import { msg, type Sentence } from '@cartage/contract/message'
import { amountText, decimal } from '../../books/money.rules.ts'
import { creditorOf, type Payable } from './payable.rules.ts'
import { type Creditor, longestText, sepaText } from './sepa.rules.ts'

/** A supplier's credit note with its open amount. */
export interface OpenCreditNote {
  readonly invoice_id: string
  readonly external_name: string | null
  readonly name: string | null
  readonly company_id: string
  readonly company_name: string
  readonly currency: string
  readonly open: string
  /** Id of the pending file that contains it; null: none. */
  readonly in_file: string | null
}

/** Amount of a credit note deducted from a transfer. */
export interface SetOff {
  readonly credit_note_id: string
  readonly amount: string
}

/** An invoice of a file: the amount transferred, and the credit notes set off. */
export interface TransferPlan {
  readonly payable: Payable
  readonly amount: string
  readonly credits: readonly SetOff[]
  readonly creditor: Creditor
}

/** The supplier's number of a document. */
export function numberOf({ external_name, name }: Pick<OpenCreditNote, 'external_name' | 'name'>): string {
  return external_name ?? name ?? ''
}

/** PAYOUT-9: why a credit note cannot be set off; undefined if it can. */
export function faultOfCredit({ in_file, currency }: OpenCreditNote): Sentence | undefined {
  if (in_file !== null) return msg`It is in the transfer file ${in_file}.`
  return currency === 'EUR' ? undefined : msg`It is in ${currency}. SEPA credit transfers are in EUR.`
}

/**
 * PAYOUT-9: sets off credit notes against invoices of the same supplier, in the order of both, never beyond the open
 * amount of an invoice. The rest of a credit note stays open.
 * @returns the transfers, or why they cannot be made
 */
export function planTransfers(
  payables: readonly Payable[],
  notes: readonly OpenCreditNote[],
): readonly TransferPlan[] | { readonly fault: Sentence } {
  const left = new Map(notes.map((note) => [note, decimal(note.open)]))
  const plans = payables.map((payable) => {
    let amount = decimal(payable.open)
    const used: { note: OpenCreditNote; amount: string }[] = []
    for (const note of notes) {
      const rest = left.get(note)!
      if (note.company_id !== payable.company_id || rest.lte(0) || amount.lte(0)) continue
      const part = rest.lt(amount) ? rest : amount
      left.set(note, rest.minus(part))
      amount = amount.minus(part)
      used.push({ note, amount: amountText(part, 'EUR') })
    }
    return { payable, amount: amountText(amount, 'EUR'), used }
  })
  const unused = notes.find((note) => left.get(note)!.eq(decimal(note.open)))
  if (unused) {
    const message = msg`${numberOf(unused)}: no chosen invoice of ${unused.company_name} has an amount left to set it off against.`
    return { fault: message }
  }
  if (plans.every(({ amount }) => decimal(amount).eq(0))) {
    const message = 'The credit notes leave nothing to transfer. Choose another invoice as well, or fewer credit notes.'
    return { fault: message }
  }
  const tooLong = plans.find(({ payable, used }) => remittanceText(payable, used).length > longestText)
  if (tooLong) {
    const message = msg`${numberOf(tooLong.payable)}: the transfer cannot name so many credit notes. Choose fewer.`
    return { fault: message }
  }
  return plans.map(({ payable, amount, used }) => ({
    ...{ payable, amount },
    credits: used.map(({ note, amount: part }) => ({ credit_note_id: note.invoice_id, amount: part })),
    creditor: used.length === 0 ? creditorOf(payable) : lessCreditor(payable, used),
  }))
}

/** A reference with check digits stands for the whole invoice, so a reduced transfer names its documents as text. */
function lessCreditor(payable: Payable, used: readonly { note: OpenCreditNote }[]): Creditor {
  return { ...creditorOf(payable), remittance: { kind: 'TEXT', reference: remittanceText(payable, used) } }
}

/** Exceeds any file limit, so that the text is not truncated here. */
const anyLength = 10_000

function remittanceText(payable: Payable, used: readonly { note: OpenCreditNote }[]): string {
  if (used.length === 0) return ''
  const credits = used.map(({ note }) => numberOf(note)).join(', ')
  const text = [numberOf(payable), payable.stated_reference].filter(Boolean)
  return sepaText(`${[...new Set(text)].join(' ')} minus ${credits}`, anyLength)
}
