import type { OptimisationRecord, PlanFigures } from '@cartage/contract/planning/app/optimise'
import { useLingui } from '@lingui/react/macro'
import { DistanceMark } from '../trips/stops/eta-mark.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { isEstimated } from './estimated.ts'
import { UnknownWays } from './unknown-ways.tsx'

interface Row {
  id: string
  title: string
  before: number
  after: number
  /** Which of the two values are estimated. */
  estimated?: { before: boolean; after: boolean }
  /** Number of unknown legs in each plan. */
  unknown?: { before: number; after: number }
}

type Figure = Exclude<keyof PlanFigures, 'distance_is_estimated' | 'unknown_ways'>

/** Compares the present plan with the suggested one, figure by figure. */
export function ComparisonSection({ run: { before, after } }: { run: OptimisationRecord }) {
  const { t, i18n } = useLingui()
  if (!before || !after) return null
  const row = (id: Figure, title: string): Row => ({ id, title, before: before[id], after: after[id] })
  const estimated = { before: isEstimated(before), after: isEstimated(after) }
  const unknown = { before: before.unknown_ways ?? 0, after: after.unknown_ways ?? 0 }
  const way = (id: Figure, title: string): Row => ({ ...row(id, title), estimated, unknown })
  const difference = ({ before: was, after: is, unknown: ways }: Row) =>
    // An unknown figure cannot be compared.
    ways && ways.before + ways.after > 0
      ? '–'
      : i18n.number(is - was, { maximumFractionDigits: 0, signDisplay: 'exceptZero' })
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
      <UnknownWays ways={one.unknown?.[when]} />
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
            cell: difference,
          },
        ]}
      />
    </Section>
  )
}
