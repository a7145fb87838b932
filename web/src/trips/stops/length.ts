/** Minutes that a length of time has as people type it: `7:30`, `7`, `0:35`; undefined when it cannot be read or is none. */
export function readLength(text: string): number | undefined {
  const [, hours, minutes = '0'] = /^(\d{1,3})(?:[:.hu]([0-5]\d))?$/i.exec(text.trim()) ?? []
  const sum = hours === undefined ? 0 : Number(hours) * 60 + Number(minutes)
  return sum > 0 && sum <= 10_080 ? sum : undefined
}

/** A length of time as it is typed: `7:30`. */
export function lengthText(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
