import { type Message, msg } from '@cartage/contract/message'
import { spokenDay } from '@cartage/contract/message-days'
import { plannableFrom } from '@cartage/contract/planning/app/plannable'
import { instantText, localTime } from '../locations/local-time.rules.ts'

/** The instant a number of minutes later. */
export function later(instant: string, minutes: number): string {
  return instantText(Date.parse(instant) + minutes * 60_000)
}

/** TIME-10: the instant from which may be planned. */
export function plannableAt(now: Date): string {
  return instantText(plannableFrom(now.getTime()))
}

/** Minutes from one instant to another. */
export function minutesBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 60_000
}

/** The instant formatted for people: `2 Feb 14:30`. */
export function spokenTime(instant: string, zone: string): Message {
  const { date, time } = localTime(instant, zone)
  return msg`${spokenDay(date)} ${time}`
}
