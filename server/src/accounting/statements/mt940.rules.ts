import { type BankLine, unreadable } from './line.rules.ts'

interface Field {
  readonly tag: string
  readonly value: string
}

/** Amount line: value date, booking date, side, and amount with a decimal comma. */
const movement = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d{1,12},\d{0,3})/

/**
 * STMT-2: lines of an MT940 statement, with the payer data of Belgian, Dutch and German banks.
 * @throws Problem validation_failed
 */
export function readMt940(text: string): BankLine[] {
  const lines: BankLine[] = []
  let currency = ''
  for (const { tag, value } of fieldsOf(text)) {
    if (tag === '60F' || tag === '60M') currency = value.slice(7, 10)
    if (tag === '61') lines.push(lineOf(value, currency))
    const last = lines.at(-1)
    if (tag === '86' && last !== undefined && last.text === '')
      lines[lines.length - 1] = { ...last, ...detailsOf(value) }
  }
  if (currency === '') throw unreadable('This is not a bank statement. Export CAMT.053 or MT940 from the bank.')
  return lines
}

/** Fields start with their tag between colons. Following lines without a tag belong to them. */
function fieldsOf(text: string): Field[] {
  const fields: { tag: string; value: string }[] = []
  for (const line of text.split(/\r?\n/)) {
    const found = /^:(\d{2}[A-Z]?):(.*)$/.exec(line)
    if (found) fields.push({ tag: found[1]!, value: found[2]! })
    else if (fields.length > 0 && !/^(-\}?|\{.*)?$/.test(line)) fields.at(-1)!.value += `\n${line}`
  }
  return fields
}

function lineOf(value: string, currency: string): BankLine {
  const found = movement.exec(value)
  if (!found || !/^[A-Z]{3}$/.test(currency)) throw unreadable('An entry of the statement has no amount.')
  const [, valued = '', booked, side = '', amount = ''] = found
  const plain = amount.replace(',', '.').replace(/\.$/, '')
  const isIn = side === 'C' || side === 'RD'
  const details = { name: null, account: null, text: '' }
  return { booked_on: dayOf(valued, booked), amount: isIn ? plain : `-${plain}`, currency, ...details }
}

/** Booking date, in the year closest to the value date: New Year may lie between them. */
function dayOf(valued: string, booked: string | undefined): string {
  const year = 2_000 + Number(valued.slice(0, 2))
  if (booked === undefined) return `${year}-${valued.slice(2, 4)}-${valued.slice(4)}`
  const months = Number(booked.slice(0, 2)) - Number(valued.slice(2, 4))
  const turned = months > 6 ? year - 1 : months < -6 ? year + 1 : year
  return `${turned}-${booked.slice(0, 2)}-${booked.slice(2)}`
}

function detailsOf(value: string): Pick<BankLine, 'name' | 'account' | 'text'> {
  const joined = value.replaceAll('\n', '')
  if (/^\d{3}[?>]/.test(joined)) return numbered(joined)
  if (/\/(NAME|REMI|IBAN|BENM|ORDP|EREF|TRTP)\//.test(joined)) return slashed(joined)
  return { name: null, account: null, text: value }
}

/** German format: each part after a question mark and two digits. */
function numbered(value: string): Pick<BankLine, 'name' | 'account' | 'text'> {
  const parts = value.slice(3).split(value[3]!).slice(1)
  const of = (from: number, to: number) =>
    parts
      .filter((part) => Number(part.slice(0, 2)) >= from && Number(part.slice(0, 2)) <= to)
      .map((part) => part.slice(2))
      .join('')
  return { name: of(32, 33) || null, account: of(31, 31) || null, text: of(20, 29) + of(60, 63) }
}

/** Dutch format: each part after its name between slashes. */
function slashed(value: string): Pick<BankLine, 'name' | 'account' | 'text'> {
  const of = (name: string) =>
    new RegExp(`/${name}/(.*?)(?=/[A-Z]{3,4}/|$)`).exec(value)?.[1]?.replaceAll('/', ' ').trim()
  return {
    name: of('NAME') ?? null,
    account: of('IBAN') ?? null,
    text: [of('REMI'), of('EREF')].filter(Boolean).join('\n') || value,
  }
}
