import { type Message, msg } from '@cartage/contract/message'

/**
 * Warning about a container number (ISO 6346); undefined for a valid one. Other formats are accepted: swap bodies and
 * private boxes have other numbers, so this is never an error.
 */
export function containerNumberWarning(number: string): Message | undefined {
  const plain = number.toUpperCase().replace(/[\s./-]/g, '')
  if (!/^[A-Z]{3}[UJZ]\d{7}$/.test(plain)) {
    return msg`${number} is not a valid container number: four letters, of which the last is U, J or Z, and seven digits. It was saved unchanged.`
  }
  const digit = checkDigit(plain)
  if (plain.endsWith(digit)) return undefined
  return msg`The check digit of ${number} should be ${digit} (ISO 6346). The number was saved unchanged.`
}

/** Check digit of the ten preceding characters: their values, each weighted by a power of two. */
function checkDigit(number: string): string {
  const sum = [...number.slice(0, 10)].reduce((total, character, at) => total + worthOf(character) * 2 ** at, 0)
  return String((sum % 11) % 10)
}

/** Digits have their own value; letters count from A = 10 without multiples of eleven: B is 12, L is 23. */
function worthOf(character: string): number {
  if (/\d/.test(character)) return Number(character)
  const at = character.charCodeAt(0) - 'A'.charCodeAt(0)
  return 10 + at + Math.ceil(at / 10)
}
