import { z } from 'zod'
import { asIssue, said, type Words } from '../said.ts'

/** Cells of a sheet as people write them. Empty is undefined; what cannot be read is said, never guessed. */
const cell = z
  .string()
  .max(2_000)
  .optional()
  .transform((text) => text?.trim() || undefined)

/** A cell of text, at most 255 characters. */
export const SheetText = cell.refine((text) => text === undefined || text.length <= 255, {
  error: 'must have 255 characters at most',
})

/** A cell that has to say something. */
export const RequiredText = SheetText.refine((text) => text !== undefined, { error: 'is needed' })

/** A cell with a day. */
export const SheetDay = read(readSheetDay, said`is no day: write 25-11-2026 or 2026-11-25`)

/** A cell with a time of day. */
export const SheetTime = read(readSheetTime, said`is no time: write 8:30 or 0830`)

/** A cell with a number. */
export const SheetNumber = read(
  readSheetNumber,
  said`is no number that can be read in one way only: write 1200 or 12.5`,
)

function read<Value>(reader: (text: string) => Value | undefined, message: Words) {
  return cell.transform((text, ctx) => {
    if (text === undefined) return undefined
    const value = reader(text)
    if (value !== undefined) return value
    ctx.addIssue({ code: 'custom', ...asIssue(said`“${text.slice(0, 40)}” ${message}`) })
    return z.NEVER
  })
}

/**
 * A day of a sheet as YYYY-MM-DD: `2026-11-25` (also with a time behind), or day before month as Europe writes it:
 * `25-11-2026`, `25/11/26`, `25.11.2026`. Undefined when it is none.
 */
export function readSheetDay(text: string): string | undefined {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return calendarDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const day = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?: .*)?$/.exec(text)
  if (!day) return undefined
  const year = Number(day[3])
  return calendarDay(year < 100 ? 2000 + year : year, Number(day[2]), Number(day[1]))
}

/** A day as YYYY-MM-DD; undefined when the calendar has no such day. */
export function calendarDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThere = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isThere ? date.toISOString().slice(0, 10) : undefined
}

/** A time of day as HH:mm, from `8`, `8:30`, `8.30`, `8h30`, `830`, `0830` or `08:30:00`. Undefined when it is none. */
export function readSheetTime(text: string): string | undefined {
  const match = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?::\d{2})?h?$/i.exec(text.trim())
  if (!match) return undefined
  const [hours, minutes] = [Number(match[1]), Number(match[2] ?? 0)]
  if (hours > 23 || minutes > 59) return undefined
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/**
 * A number with a point or a comma for the decimals and, if it has both, the other one between thousands. `1.200` could
 * be twelve hundred or one and a fifth: it is undefined, as is everything that is no number.
 */
export function readSheetNumber(text: string): number | undefined {
  const plain = text.replace(/[\s'’]/g, '')
  if (!/^[-+]?\d[\d.,]*$/.test(plain)) return undefined
  if (/^[-+]?[1-9]\d{0,2}[.,]\d{3}$/.test(plain)) return undefined
  const decimal = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (decimal < 0) return Number(plain)
  const mark = plain[decimal]!
  const whole = plain.slice(0, decimal)
  const isRepeated = whole.includes(mark)
  const groups = (isRepeated ? plain : whole).replace(/^[-+]/, '').split(/[.,]/)
  const areGroups = groups.length === 1 || groups.slice(1).every((group) => group.length === 3)
  if (!areGroups || (isRepeated && /[.,]/.test(plain.replaceAll(mark, '')))) return undefined
  const digits = isRepeated ? plain.replaceAll(mark, '') : `${whole.replace(/[.,]/g, '')}.${plain.slice(decimal + 1)}`
  const value = Number(digits)
  return Number.isFinite(value) ? value : undefined
}
