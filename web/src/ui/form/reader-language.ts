import { useLingui } from '@lingui/react/macro'

/** The language that this person reads and writes numbers and dates in, as a tag. */
export function useReaderLanguage(): string {
  const { i18n } = useLingui()
  return languageOf(i18n.locales)
}

/** The first of the tags that say how numbers and dates are written. */
export function languageOf(locales: string | string[] | undefined): string {
  return (Array.isArray(locales) ? locales[0] : locales) ?? 'en-GB'
}
