import type { InvoiceLabels } from './labels.ts'

/** Printed unit signs, by code of UN/ECE Recommendation 20. */
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

/** Printed sign of a unit. Units without a sign show their code, and pieces show nothing. */
export function unitSign(code: string): string {
  return units[code] ?? code
}

/** Name of the company register or its number, by country. */
const registers: Readonly<Record<string, string>> = {
  BE: 'RPR/RPM',
  NL: 'KvK',
  DE: 'HRB',
  FR: 'RCS / SIREN',
  LU: 'RCS Luxembourg',
  AT: 'FN',
}

/** Printed registration number of a company, without a second label if the number contains one. */
export function registrationText(id: string, country: string, { registered }: InvoiceLabels): string {
  return /^[A-Za-z]{2,}/.test(id) ? id : `${registers[country] ?? registered} ${id}`
}
