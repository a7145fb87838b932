import { z } from 'zod'
import type { DecimalMark } from './number.ts'

/** What the meaning of a text that a person typed depends on. */
export interface Reading {
  /** YYYY-MM-DD where the person is. */
  today: string
  /** Language of the person, as a tag: `nl`, `en-GB`. */
  language: string
  /** The mark before decimals that the person confirmed for this text or sheet. */
  decimal?: DecimalMark | undefined
}

/** Said next to texts that the server reads: it then reads them as the screen showed them. */
export const ReadingInput = z.object({
  today: z.iso.date().describe('Day where the person is.'),
  language: z.string().min(2).max(35).describe('Language the texts were typed in.'),
  decimal_mark: z.enum(['.', ',']).optional().describe('Mark before decimals that the person confirmed.'),
})
