import { currencyCodes } from '@cartage/contract/books/currency'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Choice } from '../ui/form/select.tsx'

/** Languages common in European transport, and variants that differ in dates and numbers. */
// biome-ignore format: one code a line would be 50 lines
const locales = [
  'bg', 'cs', 'da', 'de', 'de-AT', 'de-BE', 'de-CH', 'de-DE', 'el', 'en', 'en-GB', 'en-IE', 'en-US', 'es', 'et', 'fi', 'fr',
  'fr-BE', 'fr-CH', 'fr-FR', 'fr-LU', 'hr', 'hu', 'it', 'lb', 'lt', 'lv', 'nb', 'nl', 'nl-BE', 'nl-NL', 'pl', 'pt', 'pt-PT',
  'ro', 'ru', 'sk', 'sl', 'sq', 'sr', 'sv', 'tr', 'uk',
]

/** Codes of metals, funds and tests, which are not used in accounting. */
const notMoney = /^X(?!AF|CD|OF|PF)/

/** Name of a language in the user's language, `nl-BE` as `Dutch (Belgium)`. Unknown codes stay. */
function useLanguageName(): (locale: string) => string {
  const { i18n } = useLingui()
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.locale, { type: 'language', languageDisplay: 'standard' })
    return (locale) => nameIn(names, locale)
  }, [i18n.locale])
}

/** Languages as choices, by name, including the chosen one. */
export function useLocales(chosen = ''): readonly Choice[] {
  const name = useLanguageName()
  return useMemo(() => {
    const all = chosen === '' || locales.includes(chosen) ? locales : [chosen, ...locales]
    return byLabel(all.map((value) => ({ value, label: name(value) })))
  }, [name, chosen])
}

/** Currencies as choices, by code. */
export function useCurrencies(): readonly Choice[] {
  const { i18n } = useLingui()
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.locale, { type: 'currency' })
    const codes = currencyCodes.filter((code) => !notMoney.test(code))
    return codes.map((value) => ({ value, label: `${value} · ${nameIn(names, value)}` }))
  }, [i18n.locale])
}

/** Countries of ISO 3166-1. */
// biome-ignore format: one code a line would be 250 lines
const countries = [
  'AD', 'AE', 'AF', 'AG', 'AI', 'AL', 'AM', 'AO', 'AQ', 'AR', 'AS', 'AT', 'AU', 'AW', 'AX', 'AZ', 'BA', 'BB', 'BD', 'BE',
  'BF', 'BG', 'BH', 'BI', 'BJ', 'BL', 'BM', 'BN', 'BO', 'BQ', 'BR', 'BS', 'BT', 'BV', 'BW', 'BY', 'BZ', 'CA', 'CC', 'CD',
  'CF', 'CG', 'CH', 'CI', 'CK', 'CL', 'CM', 'CN', 'CO', 'CR', 'CU', 'CV', 'CW', 'CX', 'CY', 'CZ', 'DE', 'DJ', 'DK', 'DM',
  'DO', 'DZ', 'EC', 'EE', 'EG', 'EH', 'ER', 'ES', 'ET', 'FI', 'FJ', 'FK', 'FM', 'FO', 'FR', 'GA', 'GB', 'GD', 'GE', 'GF',
  'GG', 'GH', 'GI', 'GL', 'GM', 'GN', 'GP', 'GQ', 'GR', 'GS', 'GT', 'GU', 'GW', 'GY', 'HK', 'HM', 'HN', 'HR', 'HT', 'HU',
  'ID', 'IE', 'IL', 'IM', 'IN', 'IO', 'IQ', 'IR', 'IS', 'IT', 'JE', 'JM', 'JO', 'JP', 'KE', 'KG', 'KH', 'KI', 'KM', 'KN',
  'KP', 'KR', 'KW', 'KY', 'KZ', 'LA', 'LB', 'LC', 'LI', 'LK', 'LR', 'LS', 'LT', 'LU', 'LV', 'LY', 'MA', 'MC', 'MD', 'ME',
  'MF', 'MG', 'MH', 'MK', 'ML', 'MM', 'MN', 'MO', 'MP', 'MQ', 'MR', 'MS', 'MT', 'MU', 'MV', 'MW', 'MX', 'MY', 'MZ', 'NA',
  'NC', 'NE', 'NF', 'NG', 'NI', 'NL', 'NO', 'NP', 'NR', 'NU', 'NZ', 'OM', 'PA', 'PE', 'PF', 'PG', 'PH', 'PK', 'PL', 'PM',
  'PN', 'PR', 'PS', 'PT', 'PW', 'PY', 'QA', 'RE', 'RO', 'RS', 'RU', 'RW', 'SA', 'SB', 'SC', 'SD', 'SE', 'SG', 'SH', 'SI',
  'SJ', 'SK', 'SL', 'SM', 'SN', 'SO', 'SR', 'SS', 'ST', 'SV', 'SX', 'SY', 'SZ', 'TC', 'TD', 'TF', 'TG', 'TH', 'TJ', 'TK',
  'TL', 'TM', 'TN', 'TO', 'TR', 'TT', 'TV', 'TW', 'TZ', 'UA', 'UG', 'UM', 'US', 'UY', 'UZ', 'VA', 'VC', 'VE', 'VG', 'VI',
  'VN', 'VU', 'WF', 'WS', 'YE', 'YT', 'ZA', 'ZM', 'ZW',
]

/** Countries as choices, by name. */
export function useCountries(): readonly Choice[] {
  const { i18n } = useLingui()
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.locale, { type: 'region' })
    return byLabel(countries.map((value) => ({ value, label: nameIn(names, value) })))
  }, [i18n.locale])
}

/** Time zones as choices, by their international name: `Europe/Brussels`. */
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
