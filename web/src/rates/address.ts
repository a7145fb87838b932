import type { RateRecord, RateRecordKind } from '@cartage/contract/rates/app/records'

/** Tabs of a rate card's page. */
export const cardTabs = ['prices', 'changes', 'replay', 'versions', 'history'] as const
export type CardTab = (typeof cardTabs)[number]

/** Tabs of the page of a tariff table or zone set. */
export const recordTabs = ['cells', 'versions', 'history'] as const
export type RecordTabName = (typeof recordTabs)[number]

/** List page of each kind of record. */
export const listPaths = {
  RATE_CARD: '/rates',
  TARIFF_TABLE: '/rates/tables',
  ZONE_SET: '/rates/zones',
} as const satisfies Record<RateRecordKind, string>

/** Path of a record's page. */
export function recordPathOf({ kind, rate_record_id }: Pick<RateRecord, 'kind' | 'rate_record_id'>): string {
  return `/rates/${kind === 'RATE_CARD' ? 'cards' : 'tables'}/${rate_record_id}`
}
