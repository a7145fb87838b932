/** The month of a day and the months before it, as YYYY-MM, latest first. */
export function lastMonths(today: string, many: number): string[] {
  const [year, month] = today.split('-').map(Number) as [number, number]
  return Array.from({ length: many }, (_, back) => {
    const index = year * 12 + month - 1 - back
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
  })
}

/** Localised name of a month with its year. */
export function monthName(month: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}
