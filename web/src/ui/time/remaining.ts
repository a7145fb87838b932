import { minutesText } from './minutes-text.ts'

/** Time until an instant in up to two units: `12 s`, `4 min 05 s`, `3 h 12`, `2 d 4 h`. Undefined if reached. */
export function remaining(until: Date, now: Date): string | undefined {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1_000)
  if (seconds <= 0) return undefined
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  return minutesText(minutes)
}
