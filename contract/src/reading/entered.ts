import { LenientInstant, LocalDate } from '../scalars.ts'
import { isSensibleTime } from './sense.ts'

const outOfSense = { error: 'must be in the years 2000 to 2099' }

/** Day entered by a user: outside plausible transport years it counts as a typing error (SENSE-3). */
export const SensibleDay = LocalDate.refine(isSensibleTime, outOfSense)

/** Instant entered by a user, limited to the same years (SENSE-3). */
export const SensibleInstant = LenientInstant.refine(isSensibleTime, outOfSense).meta({
  type: 'string',
  format: 'date-time',
})
