import { findPeriodHolds, hashPeriod } from './accounting/periods/views.ts'
import type { PeriodContent } from './books/periods/commands.ts'

/**
 * Reasons that keep a month of the books open, from every booking feature after `books` (PERIOD-2): each reports its
 * unfinished records of the month. Also the hash of the booked content, which is stored when the month is closed.
 */
export const periodContent: PeriodContent = { findHolds: [findPeriodHolds], hash: hashPeriod }
