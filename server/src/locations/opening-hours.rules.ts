import { errorItem, Problem } from '../http/problem.ts'
import { instantOf, localTime } from './local-time.rules.ts'

const example = 'Write for example Mo-Fr 08:00-17:00; Sa 08:00-12:00; PH off.'

/**
 * Checks that a text is opening hours in OpenStreetMap's syntax. The library is a megabyte with the holidays of the
 * world, so it is loaded on first use.
 * @throws Problem validation_failed (422 on `opening_hours`) with the library's reason
 */
export async function checkOpeningHours(text: string): Promise<void> {
  const { default: OpeningHours } = await import('opening_hours')
  try {
    // Without a country, because whether school holidays are known for a region is not a matter of syntax.
    new OpeningHours(text, null)
  } catch (reason) {
    const message = spokenReason(String(reason))
    throw new Problem('validation_failed', { errors: [errorItem('opening_hours', message, 'opening_hours')] })
  }
}

/** The library marks where it stopped: `Mo-Fr 25:00 <--- (Time range starts outside of the current day)`. */
function spokenReason(reason: string): string {
  const marked = /^(?<read>.*?) <--- \((?<why>.*)\)\s*$/s.exec(reason)?.groups
  if (!marked) return `cannot be read as opening hours: ${withoutStop(reason)}. ${example}`
  const why = withoutStop(marked.why!.replace(/ This means that .*$/s, ''))
  return `cannot be read as opening hours after "${marked.read!.slice(-60)}": ${why}. ${example}`
}

function withoutStop(text: string): string {
  return text.trim().replace(/\.+$/, '')
}

/** Whether a place is open at a local date and time; undefined if its opening hours leave that open. */
export type OpeningHoursReader = (
  text: string,
  country: string | null,
  date: string,
  time: string,
) => boolean | undefined

/**
 * TIME-8: the first instant from which a place stays open for a given duration of work. Returns the start instant if it
 * already fits, or if the place has no conclusive opening hours or stays closed for weeks. If it is never open that
 * long, returns the next opening.
 */
export type OpeningFinder = (
  place: { opening_hours: string | null; country: string | null | undefined },
  at: string,
  zone: string,
  minutes?: number,
) => string

interface ReadHours {
  getState(at: Date): boolean
  getUnknown(at: Date): boolean
  getNextChange(at: Date, until: Date): Date | undefined
}

/**
 * Cache of parsed texts, so that a plan with many stops parses each once. Bounded, because any user may enter texts.
 */
const read = new Map<string, ReadHours | undefined>()
const mostRead = 2_000
/** Number of days searched for an opening. */
const mostDaysClosed = 14
/** Maximum number of changes checked until a place opens; two a day are usual. */
const mostChanges = 100

/**
 * Countries whose holidays the library has only by region: uses those of the region that represents most of the
 * country. Others are named as in ISO 3166-2.
 */
const mainParts: Readonly<Record<string, string>> = {
  gb: 'England',
  ...{ 'gb-sct': 'Scotland', 'gb-nir': 'Northern Ireland' },
}

/** The library also writes to standard error what it throws; suppressed, because the exception is handled here. */
function quietly<Result>(read: () => Result): Result {
  const { error } = console
  console.error = () => undefined
  try {
    return read()
  } finally {
    console.error = error
  }
}

async function textReader(): Promise<(text: string, country: string | null) => ReadHours | undefined> {
  const { default: OpeningHours } = await import('opening_hours')
  return (text, country) => {
    const key = `${country ?? ''} ${text}`
    if (read.has(key)) return read.get(key)
    if (read.size >= mostRead) read.clear()
    let hours: ReadHours | undefined
    try {
      const code = country?.toLowerCase() ?? ''
      const address = { country_code: code.slice(0, 2), state: mainParts[code] ?? '' }
      type Place = ConstructorParameters<typeof OpeningHours>[1]
      const found = quietly(() => new OpeningHours(text, country ? ({ lat: 0, lon: 0, address } as Place) : null))
      hours = {
        getState: (at) => quietly(() => found.getState(at)),
        getUnknown: (at) => quietly(() => found.getUnknown(at)),
        getNextChange: (at, until) => quietly(() => found.getNextChange(at, until)),
      }
    } catch {
      hours = undefined
    }
    read.set(key, hours)
    return hours
  }
}

/** The library uses the local time of the process: a Date whose local parts equal those of the location. */
function processDate(date: string, time: string): Date {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, day, Number(time.slice(0, 2)), Number(time.slice(3, 5)))
}

/** Loads the library and returns a reader of opening hours. Uses the country's holidays. */
export async function openingHoursReader(): Promise<OpeningHoursReader> {
  const readText = await textReader()
  return (text, country, date, time) => {
    try {
      return readText(text, country)?.getState(processDate(date, time))
    } catch {
      return undefined
    }
  }
}

/** Returns a finder of the openings of these places. Loads the library only if one of them has opening hours. */
export async function openingFinder(places: Iterable<{ opening_hours: string | null }>): Promise<OpeningFinder> {
  if (![...places].some(({ opening_hours }) => opening_hours)) return (_place, at) => at
  const readText = await textReader()
  return ({ opening_hours, country }, at, zone, minutes = 0) => {
    if (!opening_hours) return at
    const { date, time } = localTime(at, zone)
    try {
      const hours = readText(opening_hours, country ?? null)
      const opens = hours && firstFitting(hours, processDate(date, time), minutes)
      return opens ? instantOf(localDay(opens), opens.toTimeString().slice(0, 5), zone) : at
    } catch {
      return at
    }
  }
}

/** When it is first open for a number of minutes; undefined if it already is, may be, or stays closed. */
function firstFitting(hours: ReadHours, from: Date, minutes: number): Date | undefined {
  const until = new Date(from.getTime() + mostDaysClosed * 86_400_000)
  const first = isClosed(hours, from) ? nextChange(hours, from, until, false) : from
  let at = first
  while (at && minutes > 0) {
    const closes = nextChange(hours, at, until, true)
    if ((closes ?? until).getTime() - at.getTime() >= minutes * 60_000) break
    at = closes && nextChange(hours, closes, until, false)
  }
  const found = at ?? first
  return found === from ? undefined : found
}

function isClosed(hours: ReadHours, at: Date): boolean {
  return !hours.getState(at) && !hours.getUnknown(at)
}

/** Its next closing or opening; undefined if there is none within the limit. */
function nextChange(hours: ReadHours, from: Date, until: Date, closes: boolean): Date | undefined {
  let at: Date | undefined = from
  for (let change = 0; change < mostChanges && at; change += 1) {
    at = hours.getNextChange(at, until)
    if (at && isClosed(hours, at) === closes) return at
  }
  return undefined
}

function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
