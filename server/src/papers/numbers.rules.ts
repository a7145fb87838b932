import type { Language } from '@cartage/contract/reading/languages'
import Big from 'big.js'
import { numberIn } from '../languages/writing.ts'

/** A number on a paper: at most three decimals, without trailing zeros. */
export function numberText(value: number | Big, language: Language): string {
  return numberIn(language, Big(value).round(3).toFixed())
}

/** Exact sum of the known values; undefined when none is known. Negative values do not count (GOOD-9). */
export function sumOf(values: readonly (number | null | undefined)[]): Big | undefined {
  const known = values.filter((value): value is number => value != null && value >= 0)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum.plus(value), Big(0))
}

/** A sum on a paper; empty when no value is known. */
export function sumText(values: readonly (number | null | undefined)[], language: Language): string {
  const sum = sumOf(values)
  return sum === undefined ? '' : numberText(sum, language)
}
