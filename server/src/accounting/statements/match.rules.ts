import type { StatementLine, StatementState } from '@cartage/contract/accounting/app/statements'
import { plainNumber } from '@cartage/contract/reading/fold'
import type { Big } from 'big.js'
import { amountText, decimal } from '../../books/money.rules.ts'
import { structuredDigits } from '../../books/references.rules.ts'
import type { BankLine } from './line.rules.ts'

/** An invoice that may be paid, or was on the days of the statement. */
export interface PayableInvoice {
  readonly invoice_id: string
  readonly document: string
  readonly company_name: string
  /** What the customer is asked to write. */
  readonly reference: string | null
  readonly open: string
  readonly currency: string
  readonly payments: readonly { readonly amount: string; readonly paid_on: string }[]
}

/** Numbers shorter than this are found in texts by chance. */
const shortest = 5

/**
 * STMT-3: the invoices that each line pays: those whose payment reference or number it names, in its currency. A line whose
 * payment is recorded says so, as often as it is recorded; one that fits only by payer and amount is a guess. What earlier
 * lines pay is no longer open for later ones.
 */
export function matchLines(lines: readonly BankLine[], invoices: readonly PayableInvoice[]): StatementLine[] {
  const known = invoices.map((invoice) => ({
    invoice,
    left: decimal(invoice.open),
    recorded: [...invoice.payments],
    digits: invoice.reference === null ? undefined : structuredDigits(invoice.reference),
    names: [invoice.document, invoice.reference ?? ''].map(plainNumber).filter((name) => name.length >= shortest),
  }))
  return lines.map((line) => {
    const amount = decimal(line.amount)
    if (amount.lte(0)) return shown(line, 'OUTGOING', [])
    const named = known.filter((one) => one.invoice.currency === line.currency && isNamed(line.text, one))
    const past = named.find((one) => takeRecorded(one.recorded, line))
    if (past) return shown(line, 'RECORDED', [{ ...past, pays: amount }])
    const open = named.filter(({ left }) => left.gt(0))
    if (open.length > 0) return pay(line, amount, open)
    const fitting = known.filter((one) => {
      return (
        one.invoice.currency === line.currency && one.left.eq(amount) && isPayer(line.name, one.invoice.company_name)
      )
    })
    const [only] = fitting
    return only && fitting.length === 1 ? shown(line, 'GUESS', [{ ...only, pays: amount }]) : shown(line, 'UNKNOWN', [])
  })
}

interface Known {
  readonly invoice: PayableInvoice
  left: Big
}

/** Pays the invoices that are named in their order; what is too much is left. */
function pay(line: BankLine, amount: Big, open: readonly Known[]): StatementLine {
  let rest = amount
  const paid: Paid[] = []
  for (const one of open) {
    const pays = one.left.lt(rest) ? one.left : rest
    if (pays.lte(0)) continue
    paid.push({ invoice: one.invoice, left: one.left, pays })
    one.left = one.left.minus(pays)
    rest = rest.minus(pays)
  }
  const isPart = open.some(({ left }) => left.gt(0))
  return shown(line, rest.gt(0) ? 'OVER' : isPart ? 'PART' : 'FULL', paid)
}

type Paid = Known & { readonly pays: Big }

function shown({ amount, currency, ...line }: BankLine, state: StatementState, paid: readonly Paid[]): StatementLine {
  return {
    ...line,
    ...{ amount: amountText(decimal(amount), currency), currency, state },
    invoices: paid.map(({ invoice: { invoice_id, document, company_name }, left, pays }) => ({
      ...{ invoice_id, document, company_name },
      open: amountText(left, currency),
      pays: amountText(pays, currency),
    })),
  }
}

function isNamed(text: string, { digits, names }: { digits: string | undefined; names: readonly string[] }): boolean {
  if (digits !== undefined && structuredIn(text).includes(digits)) return true
  return names.some((name) => patternOf(name).test(text.toUpperCase()))
}

/** The structured references in a text, however they are spaced. */
function structuredIn(text: string): string[] {
  const found = text.matchAll(/[+*]{0,3}\d{3}[ /.]?\d{4}[ /.]?\d{5}[+*]{0,3}/g)
  return [...found].flatMap(([one]) => structuredDigits(one) ?? [])
}

/** A number however it is divided; one that is part of a longer one is another number. */
function patternOf(name: string): RegExp {
  const [before, after] = [/^\d/.test(name) ? '(?<!\\d)' : '', /\d$/.test(name) ? '(?!\\d)' : '']
  return new RegExp(`${before}${[...name].join('[ ./-]*')}${after}`, 'u')
}

/** Takes one recorded payment of the day and amount of a line; each is one line. */
function takeRecorded(recorded: { amount: string; paid_on: string }[], { amount, booked_on }: BankLine): boolean {
  const at = recorded.findIndex((one) => one.paid_on === booked_on && decimal(one.amount).eq(decimal(amount)))
  if (at === -1) return false
  recorded.splice(at, 1)
  return true
}

/** Whether the name of a payer begins as that of a company does. */
function isPayer(name: string | null, company: string): boolean {
  const [given, known] = [plainNumber(name ?? ''), plainNumber(company)]
  const length = Math.min(given.length, known.length, 8)
  return length >= shortest && given.slice(0, length) === known.slice(0, length)
}
