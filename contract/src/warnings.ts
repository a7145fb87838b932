import { z } from 'zod'

/** Response header with warnings about an accepted request. Its value is a JSON list in ASCII. */
export const warningsHeader = 'cartage-warnings'

/** Suspicious part of an accepted request. */
export const Warning = z.object({
  field: z.string().nullable().describe('Path of the member in the request; null when it is about the whole request.'),
  code: z.string().describe('Stable code, for programs.'),
  message: z.string().describe('What looks wrong, for people.'),
})
export type Warning = z.output<typeof Warning>

/** Parses the header of a response; an empty list without it. */
export function readWarnings(headers: Headers): Warning[] {
  const text = headers.get(warningsHeader)
  return text === null ? [] : z.array(Warning).parse(JSON.parse(text))
}
