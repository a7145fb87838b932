import { findPeriodHolds, hashPeriod } from './accounting/periods/views.ts'
import type { PeriodContent } from './books/periods/commands.ts'

/**
 * What keeps a month of the books open, of every feature after `books` that books something (PERIOD-2): each says which of
 * its records of the month are not finished; and the hash of what is booked in it, which is kept when it is closed.
 */
export const periodContent: PeriodContent = { findHolds: [findPeriodHolds], hash: hashPeriod }
