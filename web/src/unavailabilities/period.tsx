import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { periodText } from './period-text.ts'

/** Formats the period of an unavailability, in the user's language. */
export function usePeriodText(): (startsAt: string, endsAt: string | null) => string {
  const { t, i18n } = useLingui()
  const locale = i18n.locales ?? i18n.locale
  return useCallback((startsAt, endsAt) => periodText(startsAt, endsAt, locale, t`unknown`), [t, locale])
}

/** Period of an unavailability. Whole days as days, including the last. */
export function Period({ startsAt, endsAt }: { startsAt: string; endsAt: string | null }) {
  return <span className="tnum whitespace-nowrap">{usePeriodText()(startsAt, endsAt)}</span>
}
