import { unNumbers } from './un-numbers.rules.ts'

/**
 * The official name of a dangerous substance by locale, undefined for a number outside our table (docs/adr-names.md).
 * @param unNumber four digits, with or without the letters UN in front
 */
export function adrNames(unNumber: string): Record<string, string> | undefined {
  const [digits] = /\d{4}$/.exec(unNumber.trim()) ?? []
  const names = digits === undefined ? undefined : unNumbers[digits]
  if (!names) return undefined
  const [en, de, fr, nl] = names
  return { en, de, fr, nl }
}
