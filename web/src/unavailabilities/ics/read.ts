import { utcDay } from '@cartage/contract/reading/calendar'
import ICAL from 'ical.js'
import { type Clock, utcClock, zoneClock } from './clocks.ts'
import type { EventFault } from './event-fault.ts'
import { dayMs, type RawRule, type Repeat, repeatOf } from './repeats.ts'

// Accepts dates without VALUE=DATE, as written by some programs.
ICAL.design.strict = false

/** A day, or a clock time. Without a clock, the tenant's applies. */
export interface Moment {
  reading: number
  isDay: boolean
  clock: Clock | null
}

/** Start and length of an occurrence. */
export interface Turn {
  start: Moment
  /** By clock time, so that a night shift ends at six even if the clocks change, then in elapsed time. */
  length: { reading: number; elapsed: number }
  isCancelled: boolean
}

/** An event of the file, with its individually changed occurrences. */
export interface IcsEvent extends Turn {
  line: number
  uid: string
  title: string
  remark: string
  /** Categories of the event, which may state the reason. */
  categories: readonly string[]
  addresses: readonly string[]
  names: readonly string[]
  repeat: Repeat | null
  until: Moment | null
  extra: readonly Moment[]
  left: readonly Moment[]
  changed: readonly (Turn & { instead: Moment })[]
}

/** An unreadable event with the reason. */
export interface FaultyEvent {
  line: number
  title: string
  fault: EventFault
}

/** A calendar file. */
export interface IcsCalendar {
  /** Name of the calendar, often a person. Empty if there is none. */
  name: string
  events: readonly IcsEvent[]
  faulty: readonly FaultyEvent[]
}

class Fault extends Error {
  readonly fault: EventFault
  constructor(fault: EventFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * Parses a calendar file (RFC 5545) of Outlook, Google, Apple and others.
 * @throws if it is not a calendar
 */
export function readIcs(text: string): IcsCalendar {
  const parsed = ICAL.parse(text.replace(/^\u{feff}/u, '').trim()) as unknown[]
  const calendars = (Array.isArray(parsed[0]) ? parsed : [parsed]).map((one) => new ICAL.Component(one as string))
  if (!calendars.some(({ name }) => name === 'vcalendar')) throw new Error('not a calendar')
  const name = calendars.map((one) => textOf(one, 'x-wr-calname')).find((one) => one !== '') ?? ''
  const drafts: Draft[] = []
  const faulty: FaultyEvent[] = []
  for (const calendar of calendars) {
    const isCancelled = textOf(calendar, 'method').toUpperCase() === 'CANCEL'
    for (const component of calendar.getAllSubcomponents('vevent')) {
      const line = drafts.length + faulty.length + 1
      const read = draftOf(component, line, isCancelled)
      if ('fault' in read) faulty.push(read)
      else drafts.push(read)
    }
  }
  return { name, events: gathered(drafts), faulty }
}

interface Draft extends Omit<IcsEvent, 'changed'> {
  sequence: number
  instead: Moment | null
}

/** Attaches changed occurrences to their events. Of two versions, the later one applies. */
function gathered(drafts: readonly Draft[]): IcsEvent[] {
  const events = new Map<string, Draft>()
  const turns = new Map<string, Map<string, Draft>>()
  for (const draft of drafts) {
    const { uid, instead } = draft
    if (instead === null) events.set(uid, laterOf(events.get(uid), draft))
    else {
      const ofEvent = turns.get(uid) ?? new Map<string, Draft>()
      const key = `${instead.isDay} ${instantOf(instead)}`
      turns.set(uid, ofEvent.set(key, laterOf(ofEvent.get(key), draft)))
    }
  }
  const whole = [...events.values()].map((event) => {
    const changed = [...(turns.get(event.uid)?.values() ?? [])].map((one) => ({ ...one, instead: one.instead! }))
    turns.delete(event.uid)
    return { ...event, changed }
  })
  // An occurrence whose event is not in the file is an event of its own.
  const alone = [...turns.values()].flatMap((ofEvent) =>
    [...ofEvent.values()].map((one) => ({
      ...one,
      uid: `${one.uid}/${dayText(one.instead!.reading)}`,
      changed: [],
    })),
  )
  return [...whole, ...alone].toSorted((one, other) => one.line - other.line)
}

function laterOf(one: Draft | undefined, other: Draft): Draft {
  return one === undefined || other.sequence >= one.sequence ? other : one
}

function instantOf({ clock, reading }: Moment): number {
  return (clock ?? utcClock).instantOf(reading)
}

/** Day of a reading, `2026-11-25`. */
export function dayText(reading: number): string {
  return utcDay(reading)
}

function draftOf(component: ICAL.Component, line: number, isCancelled: boolean): Draft | FaultyEvent {
  const title = textOf(component, 'summary')
  try {
    return readEvent(component, { line, title, isCancelled })
  } catch (error) {
    return { line, title, fault: error instanceof Fault ? error.fault : 'start' }
  }
}

function readEvent(
  component: ICAL.Component,
  { line, title, isCancelled }: { line: number; title: string; isCancelled: boolean },
): Draft {
  const start = momentsOf(component, 'dtstart')[0]
  if (!start) throw new Fault('start')
  const { repeat, until } = ruleOf(component, start)
  const attending = attendeesOf(component)
  return {
    line,
    uid: textOf(component, 'uid') || `${dayText(start.reading)} ${title}`,
    title,
    remark: textOf(component, 'description'),
    categories: component.getAllProperties('categories').flatMap((one) => one.getValues().map(String)),
    addresses: attending.map(({ address }) => address).filter((text) => text !== ''),
    names: attending.map(({ name }) => name).filter((text) => text !== ''),
    start,
    length: lengthOf(component, start),
    isCancelled: isCancelled || textOf(component, 'status').toUpperCase() === 'CANCELLED',
    repeat,
    until,
    extra: momentsOf(component, 'rdate'),
    left: momentsOf(component, 'exdate'),
    instead: momentsOf(component, 'recurrence-id')[0] ?? null,
    sequence: Number(textOf(component, 'sequence')) || 0,
  }
}

function textOf(component: ICAL.Component, name: string): string {
  const value = component.getFirstPropertyValue(name)
  return value === null || value === undefined ? '' : String(value).trim()
}

function momentsOf(component: ICAL.Component, name: string): Moment[] {
  return component
    .getAllProperties(name)
    .flatMap((property) => property.getValues().map((value) => momentOf(property, value)))
}

/** @throws Fault if it is not a time, or its zone is unknown */
function momentOf(property: ICAL.Property, value: unknown): Moment {
  const time = value instanceof ICAL.Period ? value.start : value
  if (!(time instanceof ICAL.Time)) throw new Fault('start')
  const { year, month, day, hour, minute, second, isDate } = time
  const reading = Date.UTC(year, month - 1, day, isDate ? 0 : hour, isDate ? 0 : minute, isDate ? 0 : second)
  if (Number.isNaN(reading) || year < 1900 || year > 2200) throw new Fault('start')
  if (isDate) return { reading, isDay: true, clock: null }
  return { reading, isDay: false, clock: clockOf(time.zone, property.getFirstParameter('tzid')) }
}

/** Clock of a zone: by its name if well known, otherwise by its definition in the file. Null for the tenant's clock. */
function clockOf(zone: ICAL.Timezone, name: string | undefined): Clock | null {
  if (zone === ICAL.Timezone.utcTimezone) return utcClock
  if (name === undefined || name === '') return null
  const known = clocksByName.get(name) ?? zoneClock(name)
  if (known) {
    clocksByName.set(name, known)
    return known
  }
  if (zone === ICAL.Timezone.localTimezone || !isPlain(zone)) throw new Fault('zone')
  const clock = clocksByZone.get(zone) ?? { instantOf: (reading) => reading - offsetAt(zone, reading) }
  clocksByZone.set(zone, clock)
  return clock
}

// One clock per zone: events with the same zone share it.
const clocksByName = new Map<string, Clock>()
const clocksByZone = new WeakMap<ICAL.Timezone, Clock>()

/** Offset of a zone in the file from UTC at a reading, in milliseconds. */
function offsetAt(zone: ICAL.Timezone, reading: number): number {
  const [date, time] = new Date(reading).toISOString().slice(0, 19).split('T')
  const at = ICAL.Time.fromDateTimeString(`${date}T${time}`)
  at.zone = zone
  return at.utcOffset() * 1_000
}

/** Whether clocks change on a yearly day. The library would expand other rules endlessly. */
function isPlain(zone: ICAL.Timezone): boolean {
  const changes = [
    zone.component.getAllSubcomponents('standard'),
    zone.component.getAllSubcomponents('daylight'),
  ].flat()
  const rules = changes.flatMap((one) => one.getAllProperties('rrule').map((property) => property.getFirstValue()))
  return rules.every((rule) => rule instanceof ICAL.Recur && rule.freq === 'YEARLY' && rule.interval === 1)
}

/** @throws Fault if it ends before it starts */
function lengthOf(component: ICAL.Component, start: Moment): Turn['length'] {
  const [end] = momentsOf(component, 'dtend')
  const duration = component.getFirstPropertyValue('duration')
  const length = { reading: 0, elapsed: 0 }
  if (end && end.clock === start.clock) length.reading = end.reading - start.reading
  else if (end) length.elapsed = instantOf(end) - instantOf(start)
  else if (duration instanceof ICAL.Duration) {
    const sign = duration.isNegative ? -1 : 1
    length.reading = sign * (duration.weeks * 7 + duration.days) * dayMs
    length.elapsed = sign * (duration.hours * 3_600 + duration.minutes * 60 + duration.seconds) * 1_000
  }
  // A day lasts until its end, even if a program writes that it ends as it starts.
  if (start.isDay && length.reading + length.elapsed === 0) length.reading = dayMs
  if (length.reading + length.elapsed < 0) throw new Fault('end')
  return length
}

/** The rule with its parts as plain lists, because the library's types are incomplete. */
function rawRuleOf({ freq, interval, count, wkst, parts }: ICAL.Recur): RawRule {
  return { freq, interval, count, wkst, parts: Object.fromEntries(Object.entries(parts)) }
}

/** @throws Fault if it repeats other than by days, weeks, months or years */
function ruleOf(component: ICAL.Component, start: Moment): Pick<Draft, 'repeat' | 'until'> {
  const properties = component.getAllProperties('rrule')
  const [rule] = properties.map((property) => property.getFirstValue())
  if (rule === undefined) return { repeat: null, until: null }
  const isOne = properties.length === 1 && rule instanceof ICAL.Recur
  const repeat = isOne ? repeatOf(rawRuleOf(rule)) : undefined
  if (!isOne || !repeat) throw new Fault('repeat')
  if (!rule.until) return { repeat, until: null }
  const { year, month, day, hour, minute, second, isDate, zone } = rule.until
  const clock = zone === ICAL.Timezone.utcTimezone ? utcClock : start.clock
  return { repeat, until: { reading: Date.UTC(year, month - 1, day, hour, minute, second), isDay: isDate, clock } }
}

/** Attendees, except those who declined. A name may be in place of an address. */
function attendeesOf(component: ICAL.Component): { address: string; name: string }[] {
  return component
    .getAllProperties('attendee')
    .filter((one) => String(one.getFirstParameter('partstat')).toUpperCase() !== 'DECLINED')
    .map((one) => ({
      address: String(one.getFirstValue() ?? '').replace(/^mailto:/i, ''),
      name: String(one.getFirstParameter('cn') ?? ''),
    }))
}
