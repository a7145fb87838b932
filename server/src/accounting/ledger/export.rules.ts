import { createHash } from 'node:crypto'
import type { LedgerProfile } from '@cartage/contract/accounting/app/ledger'
import { msg } from '@cartage/contract/message'
import { errorItem, Problem } from '../../http/problem.ts'
import { type DatevFacts, type LedgerFacts, type LedgerRow, writeFile } from './file.format.ts'
import { formats } from './profiles.format.ts'
import type { EntryRange } from './rows.views.ts'

/** Coverage of an export: entry numbers, and the days used to select them. Stored and immutable. */
export interface Coverage {
  mode: 'SINCE_LAST' | 'RANGE'
  from: string | null
  to: string | null
  ranges: readonly EntryRange[]
  facts: LedgerFacts
}

/**
 * LEDGER-3, LEDGER-8: coverage mode of an export: both days, or none for new entries.
 * @throws Problem validation_failed
 */
export function coverageMode(profile: LedgerProfile, from: string | null, to: string | null): Coverage['mode'] {
  if (from === null && to === null) return 'SINCE_LAST'
  if (from === null || to === null) {
    throw invalid(from === null ? 'from' : 'to', 'is required: send both days, or none for what is new')
  }
  if (from > to) throw invalid('to', 'must not be before from')
  if (formats[profile].isOfOneYear && from.slice(0, 4) !== to.slice(0, 4)) {
    throw invalid('to', 'must be in the year of from: a file of this format is of one year')
  }
  return 'RANGE'
}

/**
 * LEDGER-9: mandatory numbers of a DATEV file. Other formats need none.
 * @throws Problem validation_failed
 */
export function datevFacts(
  profile: LedgerProfile,
  { datev, legal_name: name }: { datev: DatevFacts | null; legal_name: string },
): { datev?: DatevFacts; edition?: 3 } {
  if (profile !== 'DATEV') return {}
  if (datev) return { datev, edition: 3 }
  const message = msg`${name} has no DATEV adviser and client number. Enter them under Settings, Billing entities.`
  const errors = [errorItem('billing_entity_id', message, 'billing_entity_id')]
  throw new Problem('validation_failed', { message, errors })
}

function invalid(member: string, message: string): Problem {
  return new Problem('validation_failed', { errors: [errorItem(member, message, member)] })
}

/**
 * Entry numbers after those of the last export, omitting years without new ones. If a file covers one year, it is the
 * first with new entries, and the next export continues with the next year (LEDGER-8).
 */
export function newRanges(
  profile: LedgerProfile,
  numbers: readonly EntryRange[],
  exported: ReadonlyMap<number, number>,
): EntryRange[] {
  const all = numbers
    .map(({ year, last }) => ({ year, first: (exported.get(year) ?? 0) + 1, last }))
    .filter(({ first, last }) => first <= last)
    .toSorted((one, other) => one.year - other.year)
  return formats[profile].isOfOneYear ? all.slice(0, 1) : all
}

/** A ledger file. */
export interface LedgerFile {
  name: string
  text: string
  /** SHA-256 of its bytes, in hexadecimal. */
  sha256: string
  entries: number
}

/** LEDGER-1: file of an export. The same entries give the same bytes. */
export function ledgerFile(profile: LedgerProfile, rows: readonly LedgerRow[], facts: LedgerFacts): LedgerFile {
  const format = formats[profile]
  const text = writeFile(format, rows, facts)
  return {
    name: `${format.fileName(facts).replace(/[^A-Za-z0-9_.-]+/g, '-')}.${format.extension}`,
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
    entries: new Set(rows.map(({ year, entry_number }) => `${year} ${entry_number}`)).size,
  }
}

/** Days of a file: the selected ones, else those of its lines, else today. */
export function daysOf(rows: readonly LedgerRow[], chosen: { from: string | null; to: string | null }, today: string) {
  const days = rows.map(({ booking_date }) => booking_date).sort()
  return { from: chosen.from ?? days[0] ?? today, to: chosen.to ?? days.at(-1) ?? today }
}
