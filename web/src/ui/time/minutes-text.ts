/** A length of time as people write it next to a plan: `56 min`, `2 h 45`, `14 h`; from a day on `3 d 4 h`. */
export function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours < 24) return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`
  const left = hours % 24
  return left === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${left} h`
}
