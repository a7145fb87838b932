/** A code of a list in words: `DRIVER_ADR_LICENSE` is `Driver ADR license`. Codes that nobody translated look like this. */
export function wordsOf(code: string): string {
  const words = code
    .split('_')
    .map((word) => (keptInCapitals.has(word) ? word : word.toLowerCase()))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const keptInCapitals = new Set([
  'ADR',
  'CMR',
  'POD',
  'MOT',
  'ATP',
  'TIR',
  'CPC',
  'EU',
  'UK',
  'HGV',
  'VAT',
  'BE',
  'DE',
  'FR',
  'VCA',
  'XL',
  'T1',
  'A1',
  'EURO',
  'LPG',
])
