import { type Message, msg } from './message.ts'

/**
 * A nearby day in a sentence: `2 Feb`, in German `2.2.`
 * @param date as `2026-02-02`
 */
export function spokenDay(date: string): Message {
  return days[Number(date.slice(5, 7)) - 1]!(Number(date.slice(8)))
}

/**
 * A day of any year in a sentence, used for money: `2 Feb 2026`.
 * @param date as `2026-02-02`
 */
export function spokenDate(date: string): Message {
  return dates[Number(date.slice(5, 7)) - 1]!(Number(date.slice(8)), date.slice(0, 4))
}

// One sentence for each month, because languages vary more than its name.
const days: readonly ((day: number) => Message)[] = [
  (day) => msg`${day} Jan`,
  (day) => msg`${day} Feb`,
  (day) => msg`${day} Mar`,
  (day) => msg`${day} Apr`,
  (day) => msg`${day} May`,
  (day) => msg`${day} Jun`,
  (day) => msg`${day} Jul`,
  (day) => msg`${day} Aug`,
  (day) => msg`${day} Sep`,
  (day) => msg`${day} Oct`,
  (day) => msg`${day} Nov`,
  (day) => msg`${day} Dec`,
]

const dates: readonly ((day: number, year: string) => Message)[] = [
  (day, year) => msg`${day} Jan ${year}`,
  (day, year) => msg`${day} Feb ${year}`,
  (day, year) => msg`${day} Mar ${year}`,
  (day, year) => msg`${day} Apr ${year}`,
  (day, year) => msg`${day} May ${year}`,
  (day, year) => msg`${day} Jun ${year}`,
  (day, year) => msg`${day} Jul ${year}`,
  (day, year) => msg`${day} Aug ${year}`,
  (day, year) => msg`${day} Sep ${year}`,
  (day, year) => msg`${day} Oct ${year}`,
  (day, year) => msg`${day} Nov ${year}`,
  (day, year) => msg`${day} Dec ${year}`,
]
