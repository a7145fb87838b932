import { type Said, said } from './said.ts'

/** A day of a sentence that cannot be far away, as people read it: `2 Feb`, in German `2.2.` @param date as `2026-02-02` */
export function spokenDay(date: string): Said {
  return days[Number(date.slice(5, 7)) - 1]!(Number(date.slice(8)))
}

/** A day of a sentence that may be of any year, as days of money are: `2 Feb 2026`. @param date as `2026-02-02` */
export function spokenDate(date: string): Said {
  return dates[Number(date.slice(5, 7)) - 1]!(Number(date.slice(8)), date.slice(0, 4))
}

// A sentence for each month, because languages write more than its name differently.
const days: readonly ((day: number) => Said)[] = [
  (day) => said`${day} Jan`,
  (day) => said`${day} Feb`,
  (day) => said`${day} Mar`,
  (day) => said`${day} Apr`,
  (day) => said`${day} May`,
  (day) => said`${day} Jun`,
  (day) => said`${day} Jul`,
  (day) => said`${day} Aug`,
  (day) => said`${day} Sep`,
  (day) => said`${day} Oct`,
  (day) => said`${day} Nov`,
  (day) => said`${day} Dec`,
]

const dates: readonly ((day: number, year: string) => Said)[] = [
  (day, year) => said`${day} Jan ${year}`,
  (day, year) => said`${day} Feb ${year}`,
  (day, year) => said`${day} Mar ${year}`,
  (day, year) => said`${day} Apr ${year}`,
  (day, year) => said`${day} May ${year}`,
  (day, year) => said`${day} Jun ${year}`,
  (day, year) => said`${day} Jul ${year}`,
  (day, year) => said`${day} Aug ${year}`,
  (day, year) => said`${day} Sep ${year}`,
  (day, year) => said`${day} Oct ${year}`,
  (day, year) => said`${day} Nov ${year}`,
  (day, year) => said`${day} Dec ${year}`,
]
