import type { TemperatureRange } from '@cartage/contract/temperatures/app'

/** Formats degrees Celsius. */
export function degreesText(degrees: number): string {
  return `${degrees.toLocaleString(undefined, { maximumFractionDigits: 1 })} °C`
}

/** Short text of a range: `2 °C – 7 °C`, `≤ -18 °C`. */
export function rangeText({ least, most }: TemperatureRange): string {
  if (least === null) return most === null ? '' : `≤ ${degreesText(most)}`
  if (most === null) return `≥ ${degreesText(least)}`
  return least === most ? degreesText(least) : `${degreesText(least)} – ${degreesText(most)}`
}
