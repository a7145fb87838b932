import { errorItem, Problem } from '../../http/problem.ts'

const mostDays = 366
const dayMs = 86_400_000

/** @throws Problem validation_failed if the period ends before it begins, or exceeds a year */
export function checkPeriod({ from, to }: { from: string; to: string }): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs
  if (days >= 0 && days < mostDays) return
  const message = days < 0 ? 'must not be before the first day' : 'must be within 366 days of the first day'
  throw new Problem('validation_failed', { errors: [errorItem('to', message, 'invalid')] })
}
