import { useLingui } from '@lingui/react/macro'

/** Names a month, given as 2026-11, in the language of the reader. */
export function useMonthName(): (month: string) => string {
  const { i18n } = useLingui()
  return (month) => i18n.date(new Date(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
