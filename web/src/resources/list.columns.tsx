import type { ListedResource } from '@cartage/contract/resources/app/record'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { resourceDocumentLabels } from '../documents/resource.labels.ts'
import { useLabels } from '../records/code-labels.ts'
import { ResourceType } from '../records/resource.labels.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { Expiry } from '../validities/expiry.tsx'

/** Columns hidden by default. */
export const hiddenAtFirst: readonly string[] = ['external_id', 'updated']

/** Columns of the list of resources. */
export function useResourceColumns(): readonly Column<ListedResource>[] {
  const { t } = useLingui()
  const labelOf = useLabels(resourceDocumentLabels)
  return useMemo(
    () => [
      {
        id: 'name',
        title: t`Name`,
        width: 180,
        isFixed: true,
        sortKey: 'name',
        cell: (row) => <span className="font-semibold">{row.name}</span>,
      },
      {
        id: 'type',
        title: t`Type`,
        width: 130,
        sortKey: 'type',
        cell: (row) => <ResourceType type={row.resource_type} />,
      },
      {
        id: 'plate',
        title: t`Plate or number`,
        width: 148,
        cell: (row) => <span className="tnum">{row.license_plate ?? row.container_number ?? <None />}</span>,
      },
      { id: 'code', title: t`Code`, width: 110, cell: (row) => row.code ?? <None /> },
      { id: 'external_id', title: t`External ID`, width: 130, cell: (row) => row.external_id || <None /> },
      {
        id: 'groups',
        title: t`Groups`,
        width: 176,
        cell: (row) => (row.groups.length === 0 ? <None /> : row.groups.join(', ')),
      },
      {
        id: 'subcontractor',
        title: t`Carrier`,
        width: 160,
        cell: (row) => row.subcontractor?.name ?? <span className="text-ink-3">{t`Own fleet`}</span>,
      },
      {
        id: 'updated',
        title: t`Updated`,
        width: 100,
        sortKey: 'updated',
        cell: (row) => <RelativeTime instant={row.updated_at} />,
      },
      {
        id: 'expiry',
        title: t`Next expiry`,
        width: 268,
        cell: ({ next_expiry: next }) =>
          next === null ? <None /> : <Expiry endsAt={next.ends_at} what={labelOf(next.type)} />,
      },
    ],
    [t, labelOf],
  )
}

function None() {
  return <span className="text-ink-3">—</span>
}
