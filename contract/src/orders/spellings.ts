import type { AdrInput } from './adr.ts'
import type { GoodInput } from './goods.ts'

/** A member with two spellings in the upload, with both values converted to the canonical unit and shape. */
export interface Spelling {
  /** Path of the alternative, relative to the given object. */
  readonly alternative: readonly string[]
  /** Path of the canonical spelling, for messages. */
  readonly canonical: string
  readonly given: unknown
  readonly kept: unknown
}

/** Converts litres to cubic metres, rounding away floating-point errors of the division. */
export function cubicMetres(litres: number): number {
  return Number((litres / 1000).toPrecision(15))
}

/** Alternative spellings of a good. */
export function goodSpellings(good: GoodInput): Spelling[] {
  const litres = good.ordered_total_volume_value
  const degrees = good.absolute_max_temperature_value
  return [
    spelling('ordered_quantity', 'quantity', good.ordered_quantity, good.quantity),
    spelling(
      'ordered_total_volume_value',
      'total_volume_m3',
      typeof litres === 'number' ? cubicMetres(litres) : litres,
      good.total_volume_m3,
    ),
    spelling(
      'absolute_max_temperature_value',
      'absolute_max_temperature_degrees',
      typeof degrees === 'string' ? Number(degrees) : degrees,
      good.absolute_max_temperature_degrees,
    ),
    spelling('product_name', 'product.name', good.product_name, good.product?.name),
    spelling('package_type', 'packaging_type.code', good.package_type, good.packaging_type?.code),
    spelling('total_weight', 'total_weight_kg', good.total_weight, good.total_weight_kg),
  ]
}

function spelling(alternative: string, canonical: string, given: unknown, kept: unknown): Spelling {
  return { alternative: [alternative], canonical, given, kept }
}

/** Alternative spelling of a dangerous substance (GOOD-5). */
export function adrSpelling(adr: AdrInput): Spelling {
  return spelling(
    'transport_category_tunnel_restriction_code',
    'tunnel_code',
    adr.transport_category_tunnel_restriction_code,
    adr.tunnel_code,
  )
}

/**
 * Whether two spellings have conflicting values. A value that only one of them has is not a conflict, so `{ code: 'A'
 * }` and `{ name: 'Alpha' }` are compatible.
 */
export function contradicts(one: unknown, other: unknown): boolean {
  if (!hasValue(one) || !hasValue(other)) return false
  if (typeof one === 'number' && typeof other === 'number') return !isSameNumber(one, other)
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length !== other.length || one.some((item, index) => contradicts(item, other[index]))
  }
  if (isRecord(one) && isRecord(other)) {
    return Object.keys(one).some((name) => contradicts(one[name], other[name]))
  }
  return one !== other
}

/** Whether a value counts; "" does not, if the other spelling is given. */
export function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** Converted units and decimals from text may differ in the last bits. */
function isSameNumber(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other))
}

/** Whether a value is an object with named members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
