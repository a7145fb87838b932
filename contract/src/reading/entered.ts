import { LenientInstant, LocalDate } from '../scalars.ts'
import { isSensibleTime } from './sense.ts'

const outOfSense = { error: 'must be in the years 2000 to 2099' }

/** A day that a person enters: one on which something can be transported, else it is a typing error (SENSE-3). */
export const SensibleDay = LocalDate.refine(isSensibleTime, outOfSense)

/** An instant that a person enters, in the same years (SENSE-3). */
export const SensibleInstant = LenientInstant.refine(isSensibleTime, outOfSense).meta({
  type: 'string',
  format: 'date-time',
})
