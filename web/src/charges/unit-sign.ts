/** Symbols for units of UNECE Recommendation 20, identical in every language. */
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

/** Symbol of a unit. Unknown units show their code, counting units nothing. */
export function unitSign(unit: string): string {
  return signs[unit] ?? unit
}
