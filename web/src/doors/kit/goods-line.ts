import { loadingMetres } from '@cartage/contract/reading/forms/goods-forms'

/** A number at the start of a line before `×`, or as a part of it with a unit. */
const amount = /(^|· )(-?\d+(?:\.\d+)?)(?=(?: ×| kg| LDM| °C)(?: |$))/g

/**
 * Formats the numbers of a server-written goods line, `12 × Pallet · Paint · 5200 kg · 0.4 LDM`, for the reader's
 * language.
 */
export function goodsLine(line: string, locale: string): string {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const metres = loadingMetres[locale.slice(0, 2)] ?? 'LDM'
  return line
    .replace(amount, (_, before: string, number: string) => before + numbers.format(Number(number)))
    .replace(/(\d) LDM(?= ·|$)/, (_, digit: string) => `${digit} ${metres}`)
}
