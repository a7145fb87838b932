import { z } from 'zod'

/** Public ids are UUID version 4: typed clients refuse other versions (CLIENT-8). */
export const Uuid = z
  .uuid({ error: 'must be a UUID' })
  .transform((id) => id.toLowerCase())
  .meta({ type: 'string', format: 'uuid' })

/** Id written by this service. */
export const UuidOut = z.string().meta({ format: 'uuid' })

/** Calendar date `YYYY-MM-DD`, without zone, of the years 1 to 9999 (TIME-1). */
export const LocalDate = z.iso
  .date({ error: 'must be a date, YYYY-MM-DD' })
  .refine((date) => !date.startsWith('0000'), { error: 'must be a date from the year 0001 on' })

/** Time of day `HH:mm`; seconds are tolerated on input and dropped. */
export const LocalTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/, { error: 'must be a time of day, HH:mm' })
  .transform((time) => time.slice(0, 5))
  .meta({ type: 'string', pattern: '^\\d{2}:\\d{2}(:\\d{2})?$' })

/** Instant in requests; without an offset it is UTC (CLIENT-16). Written back as `YYYY-MM-DDTHH:mm:ssZ`. */
export const LenientInstant = z
  .string()
  .transform((text, ctx) => {
    const instant = parseInstant(text)
    if (instant === undefined) {
      ctx.addIssue({ code: 'custom', message: 'must be an instant such as 2026-01-31T09:30:00Z' })
      return z.NEVER
    }
    return formatInstant(instant)
  })
  .meta({ type: 'string', format: 'date-time' })

/** Instant in responses: always UTC, second precision, `Z` (TIME-1, CLIENT-19). */
export const UtcInstant = z.string().meta({ format: 'date-time' })

const instantShape = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}:?\d{2})?$/i

/** Parses the notations of existing clients; undefined if the text is not an instant of the years 1 to 9999. */
export function parseInstant(text: string): Date | undefined {
  const match = instantShape.exec(text.trim())
  if (!match) return undefined
  const [, date, time, offset] = match
  // The Date parser would turn 30 February into 2 March, and 24:00 into the next day.
  if (!isCalendarDate(date!) || time!.startsWith('24')) return undefined
  const instant = new Date(`${date}T${time}${normaliseOffset(offset)}`)
  const milliseconds = instant.getTime()
  return milliseconds >= firstInstant && milliseconds <= lastInstant ? instant : undefined
}

const firstInstant = Date.parse('0001-01-01T00:00:00Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

function isCalendarDate(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date)
}

function normaliseOffset(offset: string | undefined): string {
  if (!offset || offset.toUpperCase() === 'Z') return 'Z'
  return offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`
}

/** The only instant format in responses. */
export function formatInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`
}

/** Extensible set of values: known ones are documented, unknown ones pass (COMPAT-4). */
export function openSet<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.string().meta({ examples: [...values], 'x-open-set': [...values] })
}

/** Optional, nullable text. */
export const OptionalText = z.string().max(65_536).nullish()

/** Maximum length of a text member in UTF-16 units. */
export const longestText = 65_536

/** Maximum number of list entries in a request. */
export const longestList = 2000

/** Optional, nullable text with a description. */
export function optionalText(description: string) {
  return OptionalText.describe(description)
}

/** Optional, nullable finite number with a description. */
export function optionalNumber(description: string) {
  return z.number().nullish().describe(description)
}

/** Optional, nullable boolean with a description. */
export function optionalFlag(description: string) {
  return z.boolean().nullish().describe(description)
}

/** Optional, nullable list with at most 2,000 entries. */
export function optionalList<Item extends z.ZodType>(item: Item, description: string) {
  return z.array(item).max(longestList).nullish().describe(description)
}

/** Object with tenant-defined keys, cheap to parse; written back unchanged. */
export const FreeObject = z.record(z.string(), z.unknown())

/** Optional, nullable free object. */
export function optionalObject(description: string) {
  return FreeObject.nullish().describe(description)
}
