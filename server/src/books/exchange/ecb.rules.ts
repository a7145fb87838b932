import { currencyCodes } from '@cartage/contract/books/currency'
import { msg } from '@cartage/contract/message'
import { errorItem, Problem } from '../../http/problem.ts'
import { decimal } from '../money.rules.ts'
import { inverseOf, type QuotedRate } from './rules.ts'

/** Selects rates of a file. */
export interface EcbFilter {
  currencies?: readonly string[] | undefined
  /** Only rates from this day on. */
  first_day?: string | undefined
}

/** Maximum rates of one import. */
const mostRates = 20_000

const known: ReadonlySet<string> = new Set(currencyCodes)
const months = 'January February March April May June July August September October November December'.split(' ')

/**
 * Reads a reference rate file of the European Central Bank (EXR-4): a line of currencies, then one line per day with
 * the units of each per euro. The daily file uses `20 November 2026`, the others `2026-11-20`; `N/A` is skipped.
 * @throws Problem validation_failed with the unreadable line, for a file without rates, or for too many rates
 */
export function readEcbFile(csv: string, { currencies, first_day }: EcbFilter = {}): QuotedRate[] {
  const [head, ...lines] = csv
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.split(',').map((cell) => cell.trim()))
  if (head?.[0] !== 'Date') throw refused('is not a file of the European Central Bank: its first line begins with Date')
  const wanted = currencies && new Set(currencies)
  const columns = head.flatMap((code, at) => {
    return at > 0 && known.has(code) && (!wanted || wanted.has(code)) ? [{ code, at }] : []
  })
  const rates = lines.flatMap((cells, at) => {
    if (cells.every((cell) => cell === '')) return []
    const day = dayOf(cells[0]!)
    if (day === undefined) throw refused(msg`has no date in line ${at + 2}: ${cells[0]!.slice(0, 40)}`)
    if (first_day !== undefined && day < first_day) return []
    return columns.flatMap(({ code, at: column }) => rateOf(code, day, cells[column] ?? '', at + 2))
  })
  if (rates.length === 0) throw refused('has no rates that are wanted: check the currencies and the first day')
  if (rates.length > mostRates) {
    throw refused(msg`has ${rates.length} rates, and ${mostRates} can be imported at once: choose a later first day`)
  }
  return rates
}

function rateOf(code: string, rate_date: string, cell: string, line: number): QuotedRate[] {
  if (cell === '' || cell === 'N/A') return []
  if (!/^\d{1,12}(\.\d{1,12})?$/.test(cell) || decimal(cell).eq(0)) {
    throw refused(msg`has no rate for ${code} in line ${line}: ${cell.slice(0, 40)}`)
  }
  const rate = decimal(cell)
  return [{ from_currency: 'EUR', to_currency: code, rate_date, rate: rate.toFixed(), inverse_rate: inverseOf(rate) }]
}

function dayOf(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2}) (\w+) (\d{4})$/.exec(text) ?? []
  const place = months.indexOf(month ?? '')
  const written = place < 0 ? text : `${year}-${String(place + 1).padStart(2, '0')}-${day!.padStart(2, '0')}`
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(written) && !Number.isNaN(Date.parse(`${written}T00:00:00Z`))
  return isDay ? written : undefined
}

function refused(message: Parameters<typeof errorItem>[1]): Problem {
  return new Problem('validation_failed', { errors: [errorItem('csv', message, 'ecb_file')] })
}
