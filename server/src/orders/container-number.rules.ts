/** Values of the letters in ISO 6346: from 10 on, leaving out the multiples of 11. */
const letterValues = [
  10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 34, 35, 36, 37, 38,
]

/** The check digit of the first ten characters of a container number (ISO 6346). */
export function checkDigit(number: string): number {
  let sum = 0
  for (let at = 0; at < 10; at += 1) {
    const character = number.charCodeAt(at)
    const value = character >= 65 ? letterValues[character - 65]! : character - 48
    sum += value * 2 ** at
  }
  return (sum % 11) % 10
}

/**
 * What looks wrong with a container number, undefined when nothing does. Numbers that are written differently are taken
 * all the same: swap bodies and own boxes carry other numbers, so this is a warning and never a refusal.
 */
export function containerNumberDoubt(number: string): string | undefined {
  const plain = number.toUpperCase().replace(/[\s./-]/g, '')
  if (!/^[A-Z]{4}\d{7}$/.test(plain)) {
    return `${number} is not written like a container number, four letters and seven digits. It was kept as sent.`
  }
  const expected = checkDigit(plain)
  if (expected === Number(plain[10])) return undefined
  return `The check digit of ${number} should be ${expected} (ISO 6346). The number was kept as sent.`
}
