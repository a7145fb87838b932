import type { Language } from '@cartage/contract/reading/languages'
import type { TemperatureLeg, TemperatureRange, TemperatureRecord } from '@cartage/contract/temperatures/app'
import { localTime } from '../../locations/local-time.rules.ts'
import { dayIn, numberIn } from '../../pdf/language.ts'
import { thinned } from '../../temperatures/rules.ts'
import { paperWords } from '../words.rules.ts'
import { type TemperatureWords, temperatureWords } from './words.rules.ts'

/** Measurements of one vehicle that are printed as numbers; the graph has all that the record has. */
const mostPrinted = 60

/** What a record of temperatures says (PAPER-20). */
export interface TemperaturePaper {
  language: Language
  number: string
  /** Day of the first loading, else that of the order, `YYYY-MM-DD`. */
  date: string
  facts: readonly (readonly [label: string, value: string])[]
  excursions: readonly (readonly string[])[]
  legs: readonly PrintedLeg[]
}

/** One vehicle on the way, with what it measured. */
export interface PrintedLeg {
  title: string
  onBoard: string
  /** Instants in milliseconds. */
  from: number
  until: number
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

/** What the record of an order says. */
export function temperaturePaper(
  { record, customer, zone, number, ordered }: RecordFacts,
  language: Language,
): TemperaturePaper {
  const [first] = record.legs
  const words = temperatureWords[language]
  const when = (instant: string) => momentIn(instant, zone, language)
  const { tolerance_degrees, tolerated_minutes, ranges, excursions } = record
  const accepted = words.accepted(degreesIn(language, tolerance_degrees), String(tolerated_minutes))
  const facts: [string, string | null][] = [
    [paperWords[language].customer, customer],
    [words.ordered, ranges.map((range) => rangeIn(language, range)).join(', ')],
    [words.tolerance, accepted],
    [words.timeZone, zone],
  ]
  return {
    language,
    number,
    date: first ? localTime(first.from, zone).date : ordered,
    facts: facts.filter((one): one is [string, string] => Boolean(one[1])),
    excursions: excursions.map((one) => [
      one.resource_name,
      when(one.from),
      one.is_over ? when(one.until) : words.goesOn,
      String(one.minutes),
      degreesIn(language, one.worst_degrees),
      rangeIn(language, one.range),
    ]),
    legs: record.legs.map((leg) => printedLeg(leg, ranges[0]!, { language, words, when })),
  }
}

function printedLeg(
  leg: TemperatureLeg,
  range: TemperatureRange,
  { language, words, when }: { language: Language; words: TemperatureWords; when: (instant: string) => string },
): PrintedLeg {
  const possible = leg.measurements.filter(({ reading }) => reading !== 'IMPOSSIBLE')
  const printed = thinned(leg.measurements, mostPrinted)
  // What is under way ends with what was measured last, so that the same measurements give the same paper.
  const last = leg.measurements.at(-1)?.at ?? leg.until
  const until = last < leg.until ? last : leg.until
  return {
    title: `${leg.resource_name} · ${paperWords[language].trip} ${leg.trip_name}`,
    onBoard: `${words.onBoard}: ${when(leg.from)} – ${when(until)}`,
    from: Date.parse(leg.from),
    until: Date.parse(until),
    range,
    points: possible.map(({ at, degrees, reading }) => ({
      ...{ at: Date.parse(at), degrees, isOutside: reading === 'OUTSIDE' },
    })),
    note:
      printed.length < leg.measurements.length
        ? words.chosen(String(printed.length), String(leg.measurements.length))
        : '',
    rows: printed.map(({ at, degrees, reading }) => [
      ...[when(at), degreesIn(language, degrees), words.readings[reading]],
    ]),
  }
}

function momentIn(instant: string, zone: string, language: Language): string {
  const { date, time } = localTime(instant, zone)
  return `${dayIn(language, date)} ${time}`
}

function degreesIn(language: Language, degrees: number): string {
  return `${numberIn(language, degrees.toFixed(1))} °C`
}

function rangeIn(language: Language, { least, most }: TemperatureRange): string {
  const { noEnd } = temperatureWords[language]
  if (least === null) return noEnd.most(degreesIn(language, most!))
  if (most === null) return noEnd.least(degreesIn(language, least))
  return least === most ? degreesIn(language, least) : `${degreesIn(language, least)} – ${degreesIn(language, most)}`
}
