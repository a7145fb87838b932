import type { ChargeTypeSetting } from '@cartage/contract/rates/app/charge-type'
import type { RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import type { IndexValue, TariffTableDoc, ZoneSetDoc } from '@cartage/contract/rates/app/tariff-table'
import type { z } from 'zod'

/** A published version, or a draft under test. */
export interface Version<Doc> {
  readonly version_id: string
  readonly valid_from: string
  /** Last day; null: no end. */
  readonly valid_to: string | null
  readonly doc: Doc
}

/** A version of a rate card. */
export interface CardVersion extends Version<RateCardDoc> {
  readonly code: string
  readonly side: 'SALES' | 'COST'
  readonly currency: string
}

/** A dated index with its values, earliest first. */
export interface PriceIndex {
  readonly lasts_days: number | null
  readonly values: readonly IndexValue[]
}

/** Charge type data used for rating. */
export type ChargeType = Pick<
  z.output<typeof ChargeTypeSetting>,
  'code' | 'name' | 'role' | 'unit' | 'first_approval' | 'tax_treatment'
>

/** All input for rating besides facts: cards, tables, zones, indexes and charge types of a tenant, by code. */
export interface Tariff {
  readonly cards: readonly CardVersion[]
  readonly tables: ReadonlyMap<string, readonly Version<TariffTableDoc>[]>
  readonly zones: ReadonlyMap<string, readonly Version<ZoneSetDoc>[]>
  readonly indexes: ReadonlyMap<string, PriceIndex>
  readonly types: ReadonlyMap<string, ChargeType>
}

/** The version valid on a day. If there are two, the later. */
export function versionOn<Doc>(versions: readonly Version<Doc>[] | undefined, day: string): Version<Doc> | undefined {
  let found: Version<Doc> | undefined
  for (const version of versions ?? []) {
    const isValid = version.valid_from <= day && (version.valid_to === null || day <= version.valid_to)
    if (isValid && (found === undefined || found.valid_from < version.valid_from)) found = version
  }
  return found
}
