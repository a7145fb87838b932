import { fill } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import type { TemperatureLeg, TemperatureRange, TemperatureRecord } from '@cartage/contract/temperatures/app'
import { dayIn, numberIn } from '../../languages/writing.ts'
import { localTime } from '../../locations/local-time.rules.ts'
import { thinned } from '../../temperatures/rules.ts'
import { paperLabels } from '../labels.ts'
import { type TemperatureLabels, temperatureLabels } from './labels.ts'

/** Most measurements of a vehicle printed as numbers; the graph shows all of them. */
const mostPrinted = 60

/** Content of a record of temperatures (PAPER-20). */
export interface TemperaturePaper {
  language: Language
  number: string
  /** Day of the first loading, else of the order, `YYYY-MM-DD`. */
  date: string
  facts: readonly (readonly [label: string, value: string])[]
  excursions: readonly (readonly string[])[]
  legs: readonly PrintedLeg[]
}

/** One vehicle of the transport, with its measurements. */
export interface PrintedLeg {
  title: string
  onBoard: string
  /** Instants in milliseconds. */
  from: number
  until: number
  /** Time labels of the graph, in milliseconds. */
  ticks: readonly { at: number; label: string }[]
  range: TemperatureRange
  points: readonly { at: number; degrees: number; isOutside: boolean }[]
  note: string
  rows: readonly (readonly string[])[]
}

interface RecordFacts {
  record: TemperatureRecord
  number: string
  /** Day of the order, `YYYY-MM-DD`: the date of a record without measurements. */
  ordered: string
  customer: string | null
  zone: string
}

/** Content of the record of an order. */
export function temperaturePaper(
  { record, customer, zone, number, ordered }: RecordFacts,
  language: Language,
): TemperaturePaper {
  const [first] = record.legs
  const labels = temperatureLabels(language)
  const when = (instant: string) => momentIn(instant, zone, language)
  const { tolerance_degrees, tolerated_minutes, ranges, excursions } = record
  const accepted = fill(labels.accepted, {
    degrees: degreesIn(language, tolerance_degrees),
    minutes: tolerated_minutes,
  })
  const facts: [string, string | null][] = [
    [paperLabels(language).customer, customer],
    [labels.ordered, ranges.map((range) => rangeIn(language, range)).join(', ')],
    [labels.tolerance, accepted],
    [labels.timeZone, zone],
  ]
  return {
    language,
    number,
    date: first ? localTime(first.from, zone).date : ordered,
    facts: facts.filter((one): one is [string, string] => Boolean(one[1])),
    excursions: excursions.map((one) => [
      one.resource_name,
      when(one.from),
      one.is_over ? when(one.until) : labels.goesOn,
      String(one.minutes),
      degreesIn(language, one.worst_degrees),
      rangeIn(language, one.range),
    ]),
    legs: record.legs.map((leg) => printedLeg(leg, ranges[0]!, { language, labels, when, zone })),
  }
}

interface Wording {
  language: Language
  labels: TemperatureLabels
  when: (instant: string) => string
}

function printedLeg(
  leg: TemperatureLeg,
  range: TemperatureRange,
  { language, labels, when, zone }: Wording & { zone: string },
): PrintedLeg {
  const possible = leg.measurements.filter(({ reading }) => reading !== 'IMPOSSIBLE')
  const printed = thinned(leg.measurements, mostPrinted)
  // A leg under way ends with its last measurement, so that the same measurements give the same paper.
  const last = leg.measurements.at(-1)?.at ?? leg.until
  const until = last < leg.until ? last : leg.until
  return {
    title: `${leg.resource_name} · ${paperLabels(language).trip} ${leg.trip_name}`,
    onBoard: `${labels.onBoard}: ${when(leg.from)} – ${when(until)}`,
    from: Date.parse(leg.from),
    until: Date.parse(until),
    ticks: ticksBetween(leg.from, until, zone, when),
    range,
    points: possible.map(({ at, degrees, reading }) => ({
      ...{ at: Date.parse(at), degrees, isOutside: reading === 'OUTSIDE' },
    })),
    note:
      printed.length < leg.measurements.length
        ? fill(labels.chosen, { shown: printed.length, all: leg.measurements.length })
        : '',
    rows: printed.map(({ at, degrees, reading }) => [
      ...[when(at), degreesIn(language, degrees), labels.readings[reading]],
    ]),
  }
}

const hourMs = 3_600_000
/** Possible hours between two time labels. */
const steps = [1, 2, 3, 6, 12, 24, 48, 96]

/** Whole hours for labels: at most eight within a day, four with dates for more; both ends for under an hour. */
export function ticksBetween(
  from: string,
  until: string,
  zone: string,
  when: (instant: string) => string,
): { at: number; label: string }[] {
  const [first, last] = [Date.parse(from), Date.parse(until)]
  const isLong = last - first > 24 * hourMs
  const most = isLong ? 4 : 8
  const step = (steps.find((hours) => (last - first) / (hours * hourMs) <= most) ?? 168) * hourMs
  const begin = Math.ceil(first / step) * step
  const hours = Array.from({ length: Math.floor((last - begin) / step) + 1 }, (_, at) => begin + at * step)
  const times = hours.length > 1 ? hours.slice(0, most) : [first, last]
  return times.map((at) => {
    const instant = `${new Date(at).toISOString().slice(0, 19)}Z`
    return { at, label: isLong ? when(instant) : localTime(instant, zone).time }
  })
}

function momentIn(instant: string, zone: string, language: Language): string {
  const { date, time } = localTime(instant, zone)
  return `${dayIn(language, date)} ${time}`
}

function degreesIn(language: Language, degrees: number): string {
  return `${numberIn(language, degrees.toFixed(1))} °C`
}

function rangeIn(language: Language, { least, most }: TemperatureRange): string {
  const { noEnd } = temperatureLabels(language)
  if (least === null) return fill(noEnd.most, { degrees: degreesIn(language, most!) })
  if (most === null) return fill(noEnd.least, { degrees: degreesIn(language, least) })
  return least === most ? degreesIn(language, least) : `${degreesIn(language, least)} – ${degreesIn(language, most)}`
}
