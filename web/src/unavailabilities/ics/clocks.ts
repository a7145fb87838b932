/** Local time of a zone. Instants and clock readings are in milliseconds, and a reading counts as if it were UTC. */
export interface Clock {
  /** Instant of a reading. A reading skipped in spring counts as if it existed. */
  instantOf: (reading: number) => number
}

export const utcClock: Clock = { instantOf: (reading) => reading }

/** Clock of an IANA zone. Undefined for an unknown name. */
export function zoneClock(name: string): Clock | undefined {
  const format = formatOf(name)
  if (!format) return undefined
  const offsetAt = (instant: number) => {
    const parts = format.formatToParts(instant).map(({ type, value }) => [type, Number(value)] as const)
    const { year, month, day, hour, minute, second } = Object.fromEntries(parts)
    return Date.UTC(year!, month! - 1, day, hour, minute, second) - Math.floor(instant / 1_000) * 1_000
  }
  return {
    instantOf(reading) {
      const first = reading - offsetAt(reading)
      return reading - offsetAt(first)
    },
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const digits = '2-digit' as const
  const [year, month, day, hour, minute, second] = ['numeric' as const, digits, digits, digits, digits, digits]
  const members = { year, month, day, hour, minute, second, hourCycle: 'h23' as const }
  try {
    return new Intl.DateTimeFormat('en', { timeZone, ...members })
  } catch {
    return undefined
  }
}
