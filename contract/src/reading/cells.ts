import { z } from 'zod'
import { asIssue, msg, type Sentence } from '../message.ts'
import { missingDay, readDay, timeBehindDay } from './day.ts'
import { ambiguousNumber, readNumber } from './number.ts'
import type { Reading } from './reading.ts'
import { readTime, readWindow } from './time.ts'

/** Sheet cells in the user's notation. Empty is undefined; unreadable text is an error, never a guess. */
const cell = z
  .string()
  .max(2_000)
  .optional()
  .transform((text) => text?.trim() || undefined)

/** Text cell, at most 255 characters. */
export const SheetText = cell.refine((text) => text === undefined || text.length <= 255, {
  error: 'must have at most 255 characters',
})

/** Text cell that must not be empty. */
export const RequiredText = SheetText.refine((text) => text !== undefined, { error: 'is required' })

/** Cell with a day, optionally followed by a time. */
export function sheetDay({ today, language }: Reading) {
  return read((text) => {
    const day = readDay(text, today, language)
    const written = timeBehindDay(text)
    const time = written === undefined ? undefined : readTime(written)
    if (written !== undefined && time === undefined) return fault(text, msg`is not a time: try 8:30, 0830 or 8-12`)
    if (day !== undefined) return { value: { day, time } }
    const missing = missingDay(text, language)
    if (missing !== undefined) return { fault: msg`${missing} does not exist.` }
    return fault(text, msg`is not a date: try 25-11, 25-11-2026 or tomorrow`)
  })
}

/** Cell with a time of day or a window. */
export const SheetTimes = read((text) => {
  const window = readWindow(text)
  return window === undefined ? fault(text, msg`is not a time: try 8:30, 0830 or 8-12`) : { value: window }
})

/** Cell with a number. */
export function sheetNumber(reading: Reading) {
  return read((text) => {
    const number = readNumber(text, reading)
    if (number.kind === 'number') return { value: number.value }
    if (number.kind === 'doubtful') return { fault: ambiguousNumber(text, number.values, reading.language) }
    return fault(text, msg`is not a number: try 4500 or 12.5`)
  })
}

type Read<Value> = { value: Value; fault?: undefined } | { fault: Sentence; value?: undefined }

function fault(text: string, sentence: Sentence): { fault: Sentence } {
  return { fault: msg`“${text.slice(0, 40)}” ${sentence}` }
}

function read<Value>(reader: (text: string) => Read<Value>) {
  return cell.transform((text, ctx): Value | undefined => {
    if (text === undefined) return undefined
    const found = reader(text)
    if (found.fault === undefined) return found.value
    ctx.addIssue({ code: 'custom', ...asIssue(found.fault) })
    return z.NEVER
  })
}
