import { useLingui } from '@lingui/react/macro'

/** Language tag for the user's number and date formats. */
export function useReaderLanguage(): string {
  const { i18n } = useLingui()
  return languageOf(i18n.locales)
}

/** First of the language tags for number and date formats. */
export function languageOf(locales: string | string[] | undefined): string {
  return (Array.isArray(locales) ? locales[0] : locales) ?? 'en-GB'
}
