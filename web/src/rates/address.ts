import type { RateRecord, RateRecordKind } from '@cartage/contract/rates/app/records'

/** Parts of the page of a rate card. */
export const cardTabs = ['prices', 'changes', 'replay', 'versions', 'history'] as const
export type CardTab = (typeof cardTabs)[number]

/** Parts of the page of a tariff table or zone set. */
export const recordTabs = ['cells', 'versions', 'history'] as const
export type RecordTabName = (typeof recordTabs)[number]

/** Where each kind of record is listed. */
export const listPaths = {
  RATE_CARD: '/rates',
  TARIFF_TABLE: '/rates/tables',
  ZONE_SET: '/rates/zones',
} as const satisfies Record<RateRecordKind, string>

/** Where a record is looked at as a whole. */
export function recordPathOf({ kind, rate_record_id }: Pick<RateRecord, 'kind' | 'rate_record_id'>): string {
  return `/rates/${kind === 'RATE_CARD' ? 'cards' : 'tables'}/${rate_record_id}`
}
