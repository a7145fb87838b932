/** Signs of units of UNECE Recommendation 20; they are the same in every language. */
const signs: Readonly<Record<string, string>> = {
  C62: '',
  KGM: 'kg',
  KMT: 'km',
  LM: 'LDM',
  MTQ: 'm³',
  HUR: 'h',
  MIN: 'min',
  DAY: 'd',
  H87: '',
  E22: 'TEU',
  FOT: 'ft',
  CEL: '°C',
  XPX: 'plt',
}

/** The sign of a unit; one that this version does not know shows its code, and one that counts things shows nothing. */
export function unitSign(unit: string): string {
  return signs[unit] ?? unit
}
