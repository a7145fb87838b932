/**
 * How long until an instant in two units at most: `12 s`, `4 min 05 s`, `3 h 12 min`, `2 d 4 h`; undefined once it has
 * come.
 */
export function remaining(until: Date, now: Date): string | undefined {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1_000)
  if (seconds <= 0) return undefined
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}
