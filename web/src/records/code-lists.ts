import { currencyCodes } from '@cartage/contract/books/currency'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Choice } from '../ui/form/select.tsx'

/** Languages of people in transport in Europe, and the variants that differ in dates and numbers. */
// biome-ignore format: one code a line would be 50 lines
const locales = [
  'bg', 'cs', 'da', 'de', 'de-AT', 'de-BE', 'de-CH', 'de-DE', 'el', 'en', 'en-GB', 'en-IE', 'en-US', 'es', 'et', 'fi', 'fr',
  'fr-BE', 'fr-CH', 'fr-FR', 'fr-LU', 'hr', 'hu', 'it', 'lb', 'lt', 'lv', 'nb', 'nl', 'nl-BE', 'nl-NL', 'pl', 'pt', 'pt-PT',
  'ro', 'ru', 'sk', 'sl', 'sq', 'sr', 'sv', 'tr', 'uk',
]

/** Codes of metals, funds and tests, which no one keeps books in. */
const notMoney = /^X(?!AF|CD|OF|PF)/

/** Names a language for the person, `nl-BE` as `Dutch (Belgium)`; a code that no browser knows stays. */
function useLanguageName(): (locale: string) => string {
  const { i18n } = useLingui()
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.locale, { type: 'language', languageDisplay: 'standard' })
    return (locale) => nameIn(names, locale)
  }, [i18n.locale])
}

/** The languages to choose from, by name; also the one that is chosen. */
export function useLocales(chosen = ''): readonly Choice[] {
  const name = useLanguageName()
  return useMemo(() => {
    const all = chosen === '' || locales.includes(chosen) ? locales : [chosen, ...locales]
    return byLabel(all.map((value) => ({ value, label: name(value) })))
  }, [name, chosen])
}

/** The currencies to choose from, by code. */
export function useCurrencies(): readonly Choice[] {
  const { i18n } = useLingui()
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.locale, { type: 'currency' })
    const codes = currencyCodes.filter((code) => !notMoney.test(code))
    return codes.map((value) => ({ value, label: `${value} · ${nameIn(names, value)}` }))
  }, [i18n.locale])
}

/** The time zones to choose from, by their name in every language: `Europe/Brussels`. */
export function useTimeZones(): readonly Choice[] {
  return useMemo(() => Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })), [])
}

function nameIn(names: Intl.DisplayNames, code: string): string {
  try {
    const name = names.of(code) ?? code
    return name.charAt(0).toUpperCase() + name.slice(1)
  } catch {
    return code
  }
}

function byLabel(choices: readonly Choice[]): readonly Choice[] {
  return choices.toSorted((one, other) => one.label.localeCompare(other.label))
}
