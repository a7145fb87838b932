import type { RateRecord, RateRecordKind } from '@cartage/contract/rates/app/records'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useLabels } from '../records/code-labels.ts'
import { CodeStatus } from '../records/code-status.tsx'
import { TriangleAlert } from '../ui/icons.tsx'
import { Tag } from '../ui/status.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { When } from '../ui/time/when.tsx'
import { todayOf } from '../ui/time/zone.ts'
import { DaysText } from './days.tsx'
import { sideLabels, stateOf, versionBadges } from './state.labels.ts'
import { gapsOf, versionOn, withDraft } from './validity.ts'

/** Columns of the lists of rate cards, tariff tables and zone sets. */
export function useRecordColumns(kind: RateRecordKind): readonly Column<RateRecord>[] {
  const { t } = useLingui()
  const side = useLabels(sideLabels)
  return useMemo(() => {
    const ofCards: Column<RateRecord>[] = [
      { id: 'side', title: t`Side`, width: 90, cell: (one) => one.side !== null && side(one.side) },
      { id: 'currency', title: t`Currency`, width: 90, cell: (one) => one.currency },
    ]
    return [
      {
        id: 'code',
        title: t`Code`,
        width: 170,
        isFixed: true,
        cell: (one) => <b className="font-medium">{one.code}</b>,
      },
      { id: 'name', title: t`Name`, width: 250, cell: (one) => one.name },
      ...(kind === 'RATE_CARD' ? ofCards : []),
      { id: 'state', title: t`Status`, width: 210, cell: (one) => <RecordState record={one} /> },
      { id: 'validity', title: t`Valid`, width: 240, cell: (one) => <Validity record={one} /> },
      { id: 'updated', title: t`Updated`, width: 170, cell: (one) => <When instant={one.updated_at} /> },
    ]
  }, [kind, t, side])
}

/** State of a record: published, and whether it also has a draft. */
export function RecordState({ record }: { record: Pick<RateRecord, 'versions' | 'has_draft'> }) {
  const state = stateOf(record)
  return (
    <span className="flex items-center gap-1.5">
      <CodeStatus badges={versionBadges} code={state} />
      {state !== 'DRAFT' && record.has_draft && <CodeStatus badges={versionBadges} code="DRAFT" />}
    </span>
  )
}

/** Today's version, otherwise the next or last one, and whether days without a version exist. */
function Validity({ record: { versions } }: { record: RateRecord }) {
  const { t } = useLingui()
  const live = versions.filter(({ state }) => state === 'PUBLISHED')
  const shown = versionOn(live, todayOf(new Date())) ?? live[0]
  if (!shown) {
    return (
      <span className="text-ink-3">
        <Trans>Not published</Trans>
      </span>
    )
  }
  const hasGap = gapsOf(withDraft(versions, null)).length > 0
  return (
    <span className="tnum flex items-center gap-1.5">
      <DaysText days={shown} />
      {hasGap && <Tag badge={{ word: t`Gap`, tone: 'amber', icon: TriangleAlert }} />}
    </span>
  )
}
