import type { StatementLine, StatementState } from '@cartage/contract/accounting/app/statements'
import { plainNumber } from '@cartage/contract/reading/fold'
import type { Big } from 'big.js'
import { amountText, decimal } from '../../books/money.rules.ts'
import { structuredDigits } from '../../books/references.rules.ts'
import type { BankLine } from './line.rules.ts'

/** An invoice that is open, or was paid on the days of the statement. */
export interface PayableInvoice {
  readonly invoice_id: string
  readonly document: string
  readonly company_name: string
  /** Payment reference requested from the customer. */
  readonly reference: string | null
  readonly open: string
  readonly currency: string
  readonly payments: readonly { readonly amount: string; readonly paid_on: string }[]
}

/** Minimum length of numbers. Shorter ones match texts by chance. */
const shortest = 5

/**
 * STMT-3: matches lines with invoices: those whose payment reference or number a line names, in its currency. A line
 * whose payment is already recorded is marked, once per recorded payment. A match by payer and amount only is a guess.
 * What earlier lines pay is no longer open for later ones.
 */
export function matchLines(lines: readonly BankLine[], invoices: readonly PayableInvoice[]): StatementLine[] {
  const register = new Register(invoices)
  return lines.map((line) => {
    const amount = decimal(line.amount)
    if (amount.lte(0)) return shown(line, 'OUTGOING', [])
    const named = register.named(line)
    const past = named.find((one) => takeRecorded(one.recorded, line))
    if (past) return shown(line, 'RECORDED', [{ ...past, pays: amount }])
    const open = named.filter(({ left }) => left.gt(0))
    if (open.length > 0) return pay(line, amount, { open, register })
    const [only, ...others] = register.fitting(line, amount)
    return only && others.length === 0 ? shown(line, 'GUESS', [{ ...only, pays: amount }]) : shown(line, 'UNKNOWN', [])
  })
}

interface Known {
  readonly invoice: PayableInvoice
  /** Its position in the invoices, sorted by day. */
  readonly place: number
  readonly recorded: PayableInvoice['payments'][number][]
  left: Big
}

/** Maximum characters of a text searched for numbers. Real texts are shorter. */
const mostRead = 4_000

/** Index of invoices by what a line may contain: thousands of lines are matched with thousands of invoices. */
class Register {
  readonly #byReference = new Map<string, Known[]>()
  readonly #byName = new Map<string, Known[]>()
  readonly #byLeft = new Map<string, Known[]>()
  readonly #lengths: readonly number[]

  constructor(invoices: readonly PayableInvoice[]) {
    for (const [place, invoice] of invoices.entries()) {
      const { reference, document, payments } = invoice
      const known: Known = { invoice, place, recorded: [...payments], left: decimal(invoice.open) }
      const digits = reference === null ? undefined : structuredDigits(reference)
      if (digits !== undefined) add(this.#byReference, digits, known)
      for (const name of new Set([document, reference ?? ''].map(plainNumber))) {
        if (name.length >= shortest) add(this.#byName, name, known)
      }
      this.noteLeft(known)
    }
    this.#lengths = [...new Set([...this.#byName.keys()].map(({ length }) => length))]
  }

  /** Updates the index after the open amount changed. */
  noteLeft(known: Known): void {
    add(this.#byLeft, leftKey(known.invoice.currency, known.left), known)
  }

  /** Invoices in the currency of a line whose payment reference or number its text contains, earliest due first. */
  named({ text, currency }: BankLine): Known[] {
    const read = text.slice(0, mostRead)
    const found = new Set(structuredIn(read).flatMap((digits) => this.#byReference.get(digits) ?? []))
    const plain = plainNumber(read)
    const upper = read.toUpperCase()
    for (const length of this.#lengths) {
      for (let at = 0; at + length <= plain.length; at += 1) {
        const name = plain.slice(at, at + length)
        const known = this.#byName.get(name)
        if (known && patternOf(name).test(upper)) for (const one of known) found.add(one)
      }
    }
    return inOrder([...found].filter(({ invoice }) => invoice.currency === currency))
  }

  /** Invoices whose open amount equals that of a line, of a customer with a name like its payer. */
  fitting({ name, currency }: BankLine, amount: Big): Known[] {
    const all = new Set(this.#byLeft.get(leftKey(currency, amount)))
    return [...all].filter(({ invoice, left }) => left.eq(amount) && isPayer(name, invoice.company_name))
  }
}

const leftKey = (currency: string, left: Big) => `${currency} ${left.toFixed()}`

const inOrder = (all: readonly Known[]) => all.toSorted((one, other) => one.place - other.place)

function add<Key>(to: Map<Key, Known[]>, key: Key, known: Known): void {
  const before = to.get(key)
  if (before) before.push(known)
  else to.set(key, [known])
}

/** Pays the named invoices in order. An excess is left over. */
function pay(
  line: BankLine,
  amount: Big,
  { open, register }: { open: readonly Known[]; register: Register },
): StatementLine {
  let rest = amount
  const paid: Paid[] = []
  for (const one of open) {
    const pays = one.left.lt(rest) ? one.left : rest
    if (pays.lte(0)) continue
    paid.push({ invoice: one.invoice, left: one.left, pays })
    one.left = one.left.minus(pays)
    register.noteLeft(one)
    rest = rest.minus(pays)
  }
  const isPart = open.some(({ left }) => left.gt(0))
  return shown(line, rest.gt(0) ? 'OVER' : isPart ? 'PART' : 'FULL', paid)
}

type Paid = Pick<Known, 'invoice' | 'left'> & { readonly pays: Big }

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

/** Structured references in a text, in any spacing. */
function structuredIn(text: string): string[] {
  const found = text.matchAll(/[+*]{0,3}\d{3}[ /.]?\d{4}[ /.]?\d{5}[+*]{0,3}/g)
  return [...found].flatMap(([one]) => structuredDigits(one) ?? [])
}

/** Pattern for a number with any separators, but not as part of a longer one. */
function patternOf(name: string): RegExp {
  const [before, after] = [/^\d/.test(name) ? '(?<!\\d)' : '', /\d$/.test(name) ? '(?!\\d)' : '']
  return new RegExp(`${before}${[...name].join('[ ./-]*')}${after}`, 'u')
}

/** Takes one recorded payment with the day and amount of a line, so that each matches only one line. */
function takeRecorded(recorded: { amount: string; paid_on: string }[], { amount, booked_on }: BankLine): boolean {
  const at = recorded.findIndex((one) => one.paid_on === booked_on && decimal(one.amount).eq(decimal(amount)))
  if (at === -1) return false
  recorded.splice(at, 1)
  return true
}

/** Whether the name of a payer starts like that of a company. */
function isPayer(name: string | null, company: string): boolean {
  const [given, known] = [plainNumber(name ?? ''), plainNumber(company)]
  const length = Math.min(given.length, known.length, 8)
  return length >= shortest && given.slice(0, length) === known.slice(0, length)
}
