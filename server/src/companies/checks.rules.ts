import { msg } from '@cartage/contract/message'
import { plainNumber } from '@cartage/contract/reading/fold'
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import * as jsvat from 'jsvat'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { countryCode } from '../countries.ts'
import type { Warning } from '../http/warnings.ts'

interface VatCountry {
  codes: readonly string[]
}

/** Countries with verifiable VAT numbers, by prefix. */
const vatCountries = new Map(
  Object.values(jsvat)
    .filter((value): value is typeof jsvat.belgium => (value as VatCountry).codes !== undefined)
    .map((country) => [country.codes[0] === 'GR' ? 'EL' : country.codes[0]!, country]),
)

/** Aliases of these prefixes. Numbers of Northern Ireland are checked like those of Great Britain. */
const vatPrefixes: Readonly<Record<string, string>> = { GR: 'EL', UK: 'GB', XI: 'GB' }

/**
 * Whether a VAT number is plausible by its form and check digits. Undefined for a country without rules here, or an
 * unknown country.
 * @param country two-letter code, for a number without prefix
 */
export function isVatNumber(text: string, country?: string): boolean | undefined {
  const plain = plainNumber(text)
  const own = checkVat(plain.slice(0, 2), plain.slice(2))
  if (own !== undefined) return own
  return country === undefined ? undefined : checkVat(country, plain)
}

function checkVat(prefix: string, rest: string): boolean | undefined {
  const spelt = vatPrefixes[prefix] ?? prefix
  const rules = vatCountries.get(spelt)
  return rules && jsvat.checkVAT(spelt + rest, [rules]).isValid
}

/**
 * Stored form of a phone number: an international one without blanks and punctuation (E.164, COMP-10), any other
 * unchanged, including numbers with an extension.
 */
export function phoneText(text: string | null): string | null {
  if (!text?.trim().startsWith('+')) return text
  const parsed = parsePhoneNumberFromString(text)
  return parsed?.isValid() && !parsed.ext ? parsed.number : text
}

/** Members of a company that are checked. */
export interface Checked {
  vat_number?: string | null | undefined
  /** Country of the billing location. */
  country: string | null
  currency: string
  bank_accounts?:
    | readonly { iban_code?: string | null | undefined; bic_code?: string | null | undefined }[]
    | null
    | undefined
  contacts: readonly { phone_number: string | null }[]
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Warnings about a company. None is an error: registers sometimes break their own rules. */
export function companyWarnings(company: Checked): Warning[] {
  const country = countryCode(company.country)
  const { vat_number, bank_accounts, contacts, currency } = company
  const warnings: Warning[] = []
  if (company.country && !country) {
    const message = msg`${company.country} is not a country. Send a two-letter code, for example BE.`
    warnings.push({ field: 'billing_location.country', code: 'country_unknown', message })
  }
  if (vat_number && isVatNumber(vat_number, country) === false) {
    const message = msg`${vat_number} cannot be a VAT number: its form or its check digits are wrong.`
    warnings.push({ field: 'vat_number', code: 'vat_number_invalid', message })
  }
  if (!currencies.has(currency)) {
    warnings.push({
      field: 'currency',
      code: 'currency_unknown',
      message: msg`${currency} is not a currency of ISO 4217.`,
    })
  }
  bank_accounts?.forEach((account, index) => {
    warnings.push(...accountWarnings(account, `bank_accounts.${index}`))
  })
  contacts.forEach(({ phone_number }, index) => {
    const warning = phoneWarning(phone_number, country, `contacts.${index}.phone_number`)
    if (warning) warnings.push(warning)
  })
  return warnings
}

function accountWarnings(
  { iban_code: iban, bic_code: bic }: NonNullable<Checked['bank_accounts']>[number],
  path: string,
) {
  const warnings: Warning[] = []
  if (iban && !isValidIBAN(electronicFormatIBAN(iban) ?? '')) {
    const message = msg`${iban} cannot be an IBAN: its length or its check digits are wrong.`
    warnings.push({ field: `${path}.iban_code`, code: 'iban_invalid', message })
  }
  if (bic && !isValidBIC(bic.replace(/\s/g, '').toUpperCase())) {
    const message = msg`${bic} cannot be a BIC: it has 8 or 11 characters.`
    warnings.push({ field: `${path}.bic_code`, code: 'bic_invalid', message })
  }
  return warnings
}

function phoneWarning(text: string | null, country: string | undefined, field: string): Warning | undefined {
  if (!text) return undefined
  const written = text.trim().replace(/^00/, '+')
  const parsed = parsePhoneNumberFromString(written, country as CountryCode | undefined)
  if (!parsed?.isValid()) {
    return {
      field,
      code: 'phone_number_invalid',
      message: msg`${text} is not a phone number. Send it as +32475123456.`,
    }
  }
  if (text === parsed.number) return undefined
  const message = msg`${text} is not in the international form. Send it as ${parsed.number}.`
  return { field, code: 'phone_number_not_international', message }
}
