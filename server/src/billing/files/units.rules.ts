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

/** Registers of the court of the seat, which Belgian and French law print between register and number. */
const courtRegisters: Readonly<Record<string, string>> = { BE: 'RPR/RPM', FR: 'RCS' }

/**
 * BILL-44: printed registration number of a company with the court or town of its register, in the order that its country
 * uses; without a second label if the number contains one.
 */
export function registrationText(
  { id, country, court = '' }: { id: string; country: string; court?: string | undefined },
  { registered }: InvoiceLabels,
): string {
  const isLabelled = /^[A-Za-z]{2,}/.test(id)
  const number = isLabelled ? id.replace(/^([A-Za-z]{2,})(?=\d)/, '$1 ') : `${registers[country] ?? registered} ${id}`
  if (court === '' || number.includes(court)) return number
  const ofCourt = courtRegisters[country]
  if (ofCourt !== undefined && !isLabelled) return `${ofCourt} ${court} ${id}`
  return country === 'DE' ? `${court}, ${number}` : `${number}, ${court}`
}
