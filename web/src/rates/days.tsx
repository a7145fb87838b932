import { Trans, useLingui } from '@lingui/react/macro'
import { dateIn } from '../ui/time/date-format.ts'
import type { Days } from './validity.ts'

/** A day with its year: `1 Jan 2026`. */
export function useDayText(): (day: string) => string {
  const { i18n } = useLingui()
  return (day) =>
    dateIn(i18n, new Date(`${day}T00:00:00Z`), {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
}

/** Period of validity. */
export function DaysText({ days: { valid_from, valid_to } }: { days: Days }) {
  const dayText = useDayText()
  const first = dayText(valid_from)
  if (valid_to === null) return <Trans>from {first}</Trans>
  const last = dayText(valid_to)
  return (
    <>
      {first} – {last}
    </>
  )
}
