import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { periodText } from './period-text.ts'

/** Says from when until when a resource is unavailable, in the language of the person. */
export function usePeriodText(): (startsAt: string, endsAt: string | null) => string {
  const { t, i18n } = useLingui()
  const locale = i18n.locales ?? i18n.locale
  return useCallback((startsAt, endsAt) => periodText(startsAt, endsAt, locale, t`unknown`), [t, locale])
}

/** From when until when a resource is unavailable; whole days as days, of which the last counts. */
export function Period({ startsAt, endsAt }: { startsAt: string; endsAt: string | null }) {
  return <span className="tnum whitespace-nowrap">{usePeriodText()(startsAt, endsAt)}</span>
}
