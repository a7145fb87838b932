import { loadingMetres } from '@cartage/contract/reading/forms/goods-forms'

/** A number at the beginning of a line, before `×`, or as a part of it with its unit. */
const amount = /(^|· )(-?\d+(?:\.\d+)?)(?=(?: ×| kg| LDM| °C)(?: |$))/g

/** A line of goods as the server writes it, `12 × Pallet · Paint · 5200 kg · 0.4 LDM`, in the language of its reader. */
export function goodsLine(line: string, locale: string): string {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const metres = loadingMetres[locale.slice(0, 2)] ?? 'LDM'
  return line
    .replace(amount, (_, before: string, number: string) => before + numbers.format(Number(number)))
    .replace(/(\d) LDM(?= ·|$)/, (_, digit: string) => `${digit} ${metres}`)
}
