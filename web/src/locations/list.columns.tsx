import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { openingHoursText } from '@cartage/contract/reading/opening-hours'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useReaderLanguage } from '../ui/form/reader-language.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'

/** Columns hidden until the user adds them. */
export const hiddenAtFirst: readonly string[] = ['external_id', 'updated']

/** Display name of a location. */
export function locationName(row: LocationRecord): string {
  return row.display_name ?? row.name ?? row.address ?? row.city ?? row.id
}

/** Columns of the location list. */
export function useLocationColumns(): readonly Column<LocationRecord>[] {
  const { t } = useLingui()
  const language = useReaderLanguage()
  return useMemo(
    () => [
      {
        id: 'name',
        title: t`Name`,
        width: 260,
        isFixed: true,
        sortKey: 'name',
        cell: (row) => <span className="font-semibold">{locationName(row)}</span>,
      },
      { id: 'address', title: t`Street`, width: 240, cell: (row) => row.address ?? <None /> },
      {
        id: 'city',
        title: t`Town`,
        width: 210,
        cell: (row) => (
          <span>
            <span className="pr-1.5 text-[11px] text-ink-3">{row.country}</span>
            {[row.postal_code, row.city].filter(Boolean).join(' ')}
          </span>
        ),
      },
      { id: 'code', title: t`Code`, width: 110, cell: (row) => row.code ?? <None /> },
      {
        id: 'coordinates',
        title: t`Coordinates`,
        width: 150,
        cell: (row) => {
          if (row.estimate?.source === 'AMBIGUOUS') return <span className="text-ink-2">{t`Which one?`}</span>
          if (row.latitude === null) return <span className="text-ink-3">{t`Not found`}</span>
          return row.is_coordinate_estimate ? <span className="text-ink-2">{t`Town only`}</span> : t`Exact`
        },
      },
      { id: 'external_id', title: t`External ID`, width: 130, cell: (row) => row.external_id ?? <None /> },
      {
        id: 'updated',
        title: t`Updated`,
        width: 100,
        cell: (row) => <RelativeTime instant={row.updated_timestamp} />,
      },
      {
        id: 'hours',
        title: t`Opening hours`,
        width: 220,
        cell: (row) => (row.opening_hours ? openingHoursText(row.opening_hours, language) : <None />),
      },
    ],
    [t, language],
  )
}

function None() {
  return <span className="text-ink-3">—</span>
}
