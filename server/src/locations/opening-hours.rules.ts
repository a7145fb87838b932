import { errorItem, Problem } from '../http/problem.ts'

const example = 'Write for example Mo-Fr 08:00-17:00; Sa 08:00-12:00; PH off.'

/**
 * Checks that a text is opening hours in OpenStreetMap's syntax. The library is a megabyte with the holidays of the
 * world, so it is loaded when the first text comes.
 * @throws Problem validation_failed (422 on `opening_hours`) with the library's reason
 */
export async function checkOpeningHours(text: string): Promise<void> {
  const { default: OpeningHours } = await import('opening_hours')
  try {
    // Without a country: whether a region keeps school holidays is not a matter of syntax.
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

/** Whether opening hours say open at a local date and time; undefined when they cannot say. */
export type OpeningHoursReader = (
  text: string,
  country: string | null,
  date: string,
  time: string,
) => boolean | undefined

/** Read texts, so that a plan of many stops does not read the same one again. Bounded, because texts come from anybody. */
const read = new Map<string, { getState(at: Date): boolean } | undefined>()
const mostRead = 2_000

/** Loads the library and gives what reads opening hours with it. Holidays are those of the country. */
export async function openingHoursReader(): Promise<OpeningHoursReader> {
  const { default: OpeningHours } = await import('opening_hours')
  const readText = (text: string, country: string | null) => {
    const key = `${country ?? ''} ${text}`
    if (read.has(key)) return read.get(key)
    if (read.size >= mostRead) read.clear()
    let hours: { getState(at: Date): boolean } | undefined
    try {
      const address = { country_code: country?.toLowerCase() ?? '', state: '' }
      hours = new OpeningHours(text, country ? ({ lat: 0, lon: 0, address } as never) : null)
    } catch {
      hours = undefined
    }
    read.set(key, hours)
    return hours
  }
  return (text, country, date, time) => {
    // The library reads the clock of the process: a date whose parts there are those of the location.
    const [year, month, day] = date.split('-').map(Number) as [number, number, number]
    const at = new Date(year, month - 1, day, Number(time.slice(0, 2)), Number(time.slice(3, 5)))
    try {
      return readText(text, country)?.getState(at)
    } catch {
      return undefined
    }
  }
}
