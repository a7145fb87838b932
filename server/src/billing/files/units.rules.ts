import type { InvoiceLabels } from './labels.ts'

/** Units as documents print them, by their code of UN/ECE Recommendation 20. */
const units: Readonly<Record<string, string>> = {
  C62: '',
  KMT: 'km',
  HUR: 'h',
  MIN: 'min',
  DAY: 'd',
  KGM: 'kg',
  DTN: '× 100 kg',
  LM: 'm',
  MTQ: 'm³',
  FOT: 'ft',
  H87: '',
  E22: 'TEU',
  XPX: 'plt',
}

/** A unit on a document; one that has no sign of its own keeps its code, and pieces have none. */
export function unitSign(code: string): string {
  return units[code] ?? code
}

/** What the register of companies, or the number in it, is called in the country of a company. */
const registers: Readonly<Record<string, string>> = {
  BE: 'RPR/RPM',
  NL: 'KvK',
  DE: 'HRB',
  FR: 'RCS / SIREN',
  LU: 'RCS Luxembourg',
  AT: 'FN',
}

/** The number of a company in its register, as documents print it: without a second name where the number has one. */
export function registrationText(id: string, country: string, { registered }: InvoiceLabels): string {
  return /^[A-Za-z]{2,}/.test(id) ? id : `${registers[country] ?? registered} ${id}`
}
