import type { NewRateDraft, RateRecordKind } from '@cartage/contract/rates/app/records'
import type { TariffTableDoc, ZoneSetDoc } from '@cartage/contract/rates/app/tariff-table'
import { useQuery } from '@tanstack/react-query'
import { usePermission } from '../../session/permission.ts'
import { todayOf } from '../../ui/time/zone.ts'
import { type RatePage, versionQuery } from '../queries.ts'
import { type Days, versionOn } from '../validity.ts'

/** A version or draft of a tariff table or zone set. */
export interface TableDraft extends Days {
  /** Undefined before the first save. */
  doc: TariffTableDoc | ZoneSetDoc | undefined
}

/** The displayed version of a table or zone set. */
export interface ShownTable {
  /** Undefined while a version is loading. */
  draft: TableDraft | undefined
  /** Id of the version, or `draft`. */
  name: string
  isEditable: boolean
}

/** The version named in the URL, otherwise the draft, today's version, or the latest. */
export function useShownTable(record: RatePage, version: string | undefined): ShownTable {
  const mayWrite = usePermission('rate.write')
  const today = todayOf(new Date())
  const { draft, versions } = record
  const named = versions.find((one) => one.rate_version_id === version)
  const isDraft = named === undefined && (draft !== null || versions.length === 0)
  const shown = isDraft ? undefined : (named ?? versionOn(versions, today) ?? versions[0])
  const query = useQuery({
    ...versionQuery(record.rate_record_id, shown?.rate_version_id ?? ''),
    enabled: shown !== undefined,
  })
  if (!shown) {
    const doc = draft === null ? undefined : (draft.doc as TableDraft['doc'])
    const days = draft ?? { valid_from: today, valid_to: null }
    return { draft: { valid_from: days.valid_from, valid_to: days.valid_to, doc }, name: 'draft', isEditable: mayWrite }
  }
  const { valid_from, valid_to } = shown
  const loaded = query.data && { valid_from, valid_to, doc: query.data.doc as TableDraft['doc'] }
  return { draft: loaded, name: shown.rate_version_id, isEditable: false }
}

/** A draft in request format. */
export function draftToSave(kind: RateRecordKind, { valid_from, valid_to, doc }: TableDraft): NewRateDraft {
  if (kind === 'ZONE_SET') return { kind, valid_from, valid_to, doc: doc as ZoneSetDoc }
  return { kind: 'TARIFF_TABLE', valid_from, valid_to, doc: doc as TariffTableDoc }
}
