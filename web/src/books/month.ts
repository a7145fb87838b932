import { useLingui } from '@lingui/react/macro'

/** Formats a month such as 2026-11 in the reader's language. */
export function useMonthName(): (month: string) => string {
  const { i18n } = useLingui()
  return (month) => i18n.date(new Date(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
