import { z } from 'zod'

/** Header of an answer that took a request and finds something odd in it. Its value is a JSON list, written in ASCII. */
export const warningsHeader = 'cartage-warnings'

/** Something in a request that was taken as it is, although it looks wrong. */
export const Warning = z.object({
  field: z.string().nullable().describe('Path of the member in the request; null when it is about the whole request.'),
  code: z.string().describe('Stable code, for programs.'),
  message: z.string().describe('What looks wrong, for people.'),
})
export type Warning = z.output<typeof Warning>

/** Reads the header of an answer; an empty list when there is none. */
export function readWarnings(headers: Headers): Warning[] {
  const text = headers.get(warningsHeader)
  return text === null ? [] : z.array(Warning).parse(JSON.parse(text))
}
