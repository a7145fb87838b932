import type { Optimisation, PlanFigures } from '@cartage/contract/planning/app/optimise'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import { CodeStatus } from '../records/code-status.tsx'
import { DistanceMark } from '../trips/stops/eta-mark.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { When } from '../ui/time/when.tsx'
import { isEstimated } from './estimated.ts'
import { runBadges } from './labels.ts'

/** Columns of the list of runs. */
export function useOptimisationColumns(): readonly Column<Optimisation>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'started',
        title: t`Started`,
        width: 170,
        isFixed: true,
        cell: ({ created_at }) => (
          <span className="font-semibold">
            <When instant={created_at} />
          </span>
        ),
      },
      {
        id: 'status',
        title: t`Status`,
        width: 130,
        cell: ({ status }) => <CodeStatus badges={runBadges} code={status} />,
      },
      { id: 'by', title: t`By`, width: 150, cell: ({ by }) => by },
      count('orders', t`Orders`, ({ orders }) => orders),
      count('combinations', t`Combinations`, ({ combinations }) => combinations),
      count('trips', t`Trips`, ({ after }) => after?.trips ?? ''),
      count('km', t`Kilometres`, ({ after }) => after && <Kilometres figures={after} />),
      count('left', t`Left out`, ({ left_out }) => left_out),
      count('accepted', t`Accepted`, ({ accepted }) => accepted),
      { id: 'failure', title: t`Reason`, width: 300, cell: ({ failure }) => failure },
    ],
    [t],
  )
}

function count(id: string, title: string, of: (run: Optimisation) => ReactNode): Column<Optimisation> {
  return { id, title, width: 100, align: 'right', cell: (run) => <span className="tnum">{of(run)}</span> }
}

function Kilometres({ figures }: { figures: PlanFigures }) {
  return (
    <>
      {Math.round(figures.distance_km)}
      <DistanceMark isEstimated={isEstimated(figures)} />
    </>
  )
}
