/** Minutes of a typed duration: `7:30`, `7`, `0:35`. Undefined if unreadable or zero. */
export function readLength(text: string): number | undefined {
  const [, hours, minutes = '0'] = /^(\d{1,3})(?:[:.hu]([0-5]\d))?$/i.exec(text.trim()) ?? []
  const sum = hours === undefined ? 0 : Number(hours) * 60 + Number(minutes)
  return sum > 0 && sum <= 10_080 ? sum : undefined
}

/** A duration in typed format: `7:30`. */
export function lengthText(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
