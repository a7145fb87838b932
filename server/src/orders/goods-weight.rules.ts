type Value = number | null | undefined

interface Packaging {
  readonly packaging_size?: { readonly weight_kg?: Value } | null | undefined
}

/** Weight members of a good in published messages; each is optional. */
export interface WeighedGood {
  readonly quantity?: Value
  readonly total_weight_kg?: Value
  readonly unit_weight_kg?: Value
  readonly total_volume_m3?: Value
  readonly specific_gravity?: Value
  readonly packaging_type?: Packaging | null | undefined
  readonly packaged_items?:
    | readonly {
        readonly quantity?: Value
        readonly total_weight_kg?: Value
        readonly total_net_weight_kg?: Value
        readonly total_volume_l?: Value
        readonly packaging_type?: Packaging | null | undefined
      }[]
    | null
    | undefined
}

/**
 * FIT-2: declared gross weight in kg: of all pieces, else of one piece times their number, else of the contents with
 * packaging, else volume times density. Undefined when none is published.
 */
export function weightOf(good: WeighedGood): number | undefined {
  return ofPieces(good) ?? ofContents(good) ?? ofLiquid(good.total_volume_m3, good)
}

/**
 * FIT-2: gross weight in kg that has to be carried: these values describe the same mass, so they are not added up and
 * the highest counts. 0 when none is published; negative values are ignored (GOOD-9).
 */
export function carriedWeight(good: WeighedGood): number {
  return Math.max(0, weightOf(good) ?? 0, ofContents(good) ?? 0)
}

function ofPieces({ total_weight_kg: total, unit_weight_kg: unit, quantity }: WeighedGood): number | undefined {
  return total ?? (unit == null ? undefined : unit * (quantity ?? 1))
}

/** Weight of the items in a good, each with its packaging where only the net weight is given, plus the load carrier. */
function ofContents({ packaged_items, packaging_type, quantity, ...good }: WeighedGood): number | undefined {
  const each = (packaged_items ?? []).flatMap((item) => {
    const net =
      item.total_net_weight_kg ?? ofLiquid(item.total_volume_l == null ? null : item.total_volume_l / 1000, good)
    const gross = item.total_weight_kg ?? (net === undefined ? undefined : net + emptyWeight(item))
    return gross === undefined ? [] : [Math.max(0, gross)]
  })
  if (each.length === 0) return undefined
  return each.reduce((sum, weight) => sum + weight, emptyWeight({ packaging_type, quantity }))
}

function emptyWeight({ packaging_type, quantity }: Pick<WeighedGood, 'packaging_type' | 'quantity'>): number {
  return Math.max(0, packaging_type?.packaging_size?.weight_kg ?? 0) * Math.max(0, quantity ?? 1)
}

function ofLiquid(m3: Value, { specific_gravity: density }: Pick<WeighedGood, 'specific_gravity'>): number | undefined {
  return m3 == null || density == null || m3 < 0 || density <= 0 ? undefined : Math.round(m3 * density * 1e6) / 1000
}
