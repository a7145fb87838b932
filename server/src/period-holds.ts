import type { FindHolds } from './books/periods/commands.ts'

/**
 * What keeps a month of the books open, of every feature after `books` that books something (PERIOD-2): each says which of
 * its records of the month are not finished.
 */
export const periodHolds: readonly FindHolds[] = []
