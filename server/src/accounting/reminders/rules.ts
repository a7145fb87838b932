import type { Reminder } from '../../billing/sendings/store.ts'
import { textIn } from '../../languages/writing.ts'

/** A configured reminder level. */
export interface ReminderLevel {
  readonly reminder_level_id: string
  readonly name: string
  readonly name_nl: string
  readonly name_fr: string
  readonly name_de: string
  readonly days_overdue: number
  readonly text: string
  readonly text_nl: string
  readonly text_fr: string
  readonly text_de: string
}

/** A level whose reminder was sent for an invoice. */
export interface SentLevel {
  readonly reminder_level_id: string
  readonly days_overdue: number
}

/**
 * The due level (REM-1): the highest one whose days have passed. None if it or a higher one was sent: an earlier level
 * never follows a later one.
 */
export function dueLevel(
  levels: readonly ReminderLevel[],
  daysOverdue: number,
  sent: readonly SentLevel[],
): ReminderLevel | undefined {
  const passed = levels.filter(({ days_overdue: days }) => days <= daysOverdue)
  const highest = passed.toSorted((one, other) => other.days_overdue - one.days_overdue)[0]
  if (highest === undefined) return undefined
  const isSent = sent.some(
    ({ reminder_level_id: id, days_overdue: days }) => id === highest.reminder_level_id || days >= highest.days_overdue,
  )
  return isSent ? undefined : highest
}

/** Reminder in the language of the invoice; English if a text is empty. */
export function reminderIn(level: ReminderLevel, language: string, open: string): Reminder {
  return { name: level.name, subject: textIn(level, 'name', language), text: textIn(level, 'text', language), open }
}
