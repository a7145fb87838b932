const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * How long ago an instant was, in few words: `now`, `12 s ago`, `3 min ago`, `2 h ago`, `5 d ago`, then the date.
 * Clocks of browser and server differ a little, so an instant in the near future counts as now.
 */
export function relativeTime(instant: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - instant.getTime()) / 1000)
  if (seconds < -minute) return utcTime(instant)
  if (seconds < 5) return 'now'
  if (seconds < minute) return `${seconds} s ago`
  if (seconds < hour) return `${Math.floor(seconds / minute)} min ago`
  if (seconds < day) return `${Math.floor(seconds / hour)} h ago`
  if (seconds < 7 * day) return `${Math.floor(seconds / day)} d ago`
  return instant.toISOString().slice(0, 10)
}

/** The instant itself, `YYYY-MM-DD HH:mm:ss UTC`: integration logs are read in UTC. */
export function utcTime(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** How long something took: `under 1 s` (instants have whole seconds), `3 s`, `5 min`, `2 h`. */
export function tookTime(from: Date, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))
  if (seconds < 1) return 'under 1 s'
  if (seconds < 2 * minute) return `${seconds} s`
  if (seconds < 2 * hour) return `${Math.round(seconds / minute)} min`
  return `${Math.round(seconds / hour)} h`
}
