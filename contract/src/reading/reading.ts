import { z } from 'zod'
import type { DecimalMark } from './number.ts'

/** Context for parsing text typed by a user. */
export interface Reading {
  /** YYYY-MM-DD in the user's time zone. */
  today: string
  /** Language tag of the user: `nl`, `en-GB`. */
  language: string
  /** Decimal mark confirmed by the user for this text or sheet. */
  decimal?: DecimalMark | undefined
}

/** Sent with unparsed text, so that the server parses it as the screen did. */
export const ReadingInput = z.object({
  today: z.iso.date().describe('Day where the person is.'),
  language: z.string().min(2).max(35).describe('Language the texts were typed in.'),
  decimal_mark: z.enum(['.', ',']).optional().describe('Mark before decimals that the person confirmed.'),
})
