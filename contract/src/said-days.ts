import { type Said, said } from './said.ts'

/** A day of a sentence that cannot be far away, as people read it: `2 Feb`. @param date as `2026-02-02` */
export function spokenDay(date: string): Said {
  return said`${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]}`
}

/** A day of a sentence that may be of any year, as days of money are: `2 Feb 2026`. @param date as `2026-02-02` */
export function spokenDate(date: string): Said {
  return said`${spokenDay(date)} ${date.slice(0, 4)}`
}

const months: readonly Said[] = [
  said`Jan`,
  said`Feb`,
  said`Mar`,
  said`Apr`,
  said`May`,
  said`Jun`,
  said`Jul`,
  said`Aug`,
  said`Sep`,
  said`Oct`,
  said`Nov`,
  said`Dec`,
]
