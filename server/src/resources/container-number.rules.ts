import { type Said, said } from '@cartage/contract/said'
import { isISO6346 } from 'validator/lib/isISO6346.js'

/**
 * What looks wrong with a container number (ISO 6346), undefined when nothing does. Numbers that are written differently
 * are taken all the same: swap bodies and own boxes carry other numbers, so this is a warning and never a refusal.
 */
export function containerNumberWarning(number: string): Said | undefined {
  const plain = number.toUpperCase().replace(/[\s./-]/g, '')
  // The library also takes numbers without a check digit and some with text around them.
  if (!/^[A-Z]{3}[UJZ]\d{7}$/.test(plain)) {
    return said`${number} is not a valid container number: four letters, of which the last is U, J or Z, and seven digits. It was saved unchanged.`
  }
  if (isISO6346(plain)) return undefined
  return said`The check digit of ${number} should be ${checkDigit(plain)} (ISO 6346). The number was saved unchanged.`
}

/** The one last digit with which the ten characters before it are a container number. */
function checkDigit(number: string): string | undefined {
  return [...'0123456789'].find((digit) => isISO6346(number.slice(0, 10) + digit))
}
