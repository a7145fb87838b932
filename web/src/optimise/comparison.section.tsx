import type { OptimisationRecord, PlanFigures } from '@cartage/contract/planning/app/optimise'
import { useLingui } from '@lingui/react/macro'
import { DistanceMark } from '../trips/stops/eta-mark.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { isEstimated } from './estimated.ts'

interface Row {
  id: string
  title: string
  before: number
  after: number
  /** Which of the two are estimated. */
  estimated?: { before: boolean; after: boolean }
}

type Figure = Exclude<keyof PlanFigures, 'distance_is_estimated'>

/** The present plan and the suggested one, figure by figure. */
export function ComparisonSection({ run: { before, after } }: { run: OptimisationRecord }) {
  const { t, i18n } = useLingui()
  if (!before || !after) return null
  const row = (id: Figure, title: string): Row => ({ id, title, before: before[id], after: after[id] })
  const estimated = { before: isEstimated(before), after: isEstimated(after) }
  const way = (id: Figure, title: string): Row => ({ ...row(id, title), estimated })
  const number = (value: number) => i18n.number(value, { maximumFractionDigits: 0 })
  const rows = [
    row('planned_orders', t`Orders planned`),
    row('trips', t`Trips`),
    way('distance_km', t`Kilometres`),
    way('empty_km', t`Empty kilometres`),
    row('late_minutes', t`Minutes late`),
  ]
  const shown = (one: Row, when: 'before' | 'after') => (
    <>
      {number(one[when])}
      <DistanceMark isEstimated={one.estimated?.[when] ?? false} />
    </>
  )
  return (
    <Section title={t`Comparison`}>
      <PlainTable<Row>
        label={t`Comparison`}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { id: 'title', title: t`Figure`, cell: ({ title }) => title },
          { id: 'before', title: t`Present plan`, width: 'w-36', align: 'right', cell: (one) => shown(one, 'before') },
          { id: 'after', title: t`Suggested`, width: 'w-36', align: 'right', cell: (one) => shown(one, 'after') },
          {
            id: 'difference',
            title: t`Difference`,
            width: 'w-36',
            align: 'right',
            cell: (one) => i18n.number(one.after - one.before, { maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
          },
        ]}
      />
    </Section>
  )
}
