import type { OptimisationRecord, PlanFigures } from '@cartage/contract/planning/app/optimise'
import { useLingui } from '@lingui/react/macro'
import { Section } from '../ui/overlay/side-panel.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'

interface Row {
  id: string
  title: string
  before: number
  after: number
}

/** The present plan and the suggested one, figure by figure. */
export function ComparisonSection({ run: { before, after } }: { run: OptimisationRecord }) {
  const { t, i18n } = useLingui()
  if (!before || !after) return null
  const row = (id: keyof PlanFigures, title: string): Row => ({ id, title, before: before[id], after: after[id] })
  const number = (value: number) => i18n.number(value, { maximumFractionDigits: 0 })
  const rows = [
    row('planned_orders', t`Orders planned`),
    row('trips', t`Trips`),
    row('distance_km', t`Kilometres`),
    row('empty_km', t`Empty kilometres`),
    row('late_minutes', t`Minutes late`),
  ]
  return (
    <Section title={t`Comparison`}>
      <PlainTable<Row>
        label={t`Comparison`}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { id: 'title', title: t`Figure`, cell: ({ title }) => title },
          { id: 'before', title: t`Present plan`, width: 'w-36', align: 'right', cell: (one) => number(one.before) },
          { id: 'after', title: t`Suggested`, width: 'w-36', align: 'right', cell: (one) => number(one.after) },
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
