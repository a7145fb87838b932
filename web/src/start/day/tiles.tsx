import type { Day, DayFigure } from '@cartage/contract/app/day'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { dayAfter } from './day-after.ts'
import { sparklinePoints } from './sparkline-points.ts'

type Tone = 'plain' | 'amber' | 'red'

/** The five figures of the day. Each links to the rows it counts. */
export function Tiles({ day, group }: { day: Day; group: string | undefined }) {
  const { t } = useLingui()
  const ofGroup = group === undefined ? {} : { group }
  const percent = day.on_time.value
  const pickup = { pickup_from: dayAfter(day.from, -7), pickup_to: dayAfter(day.from, 1) }
  return (
    <nav
      aria-label={t`Figures of today`}
      className="grid grid-cols-2 gap-3 px-4 pt-4 sm:grid-cols-3 lg:grid-cols-5 max-sm:gap-2"
    >
      <Link to="/trips" search={{ status: 'IN_PROGRESS', ...ofGroup }} className={tileClass}>
        <Tile title={t`Underway`} figure={day.underway} tone="plain" />
      </Link>
      <Link to="/trips" search={{ when: 'today', ...ofGroup }} className={tileClass}>
        <Tile
          title={t`On time so far`}
          figure={day.on_time}
          unit="%"
          tone={percent === null || percent >= 95 ? 'plain' : percent >= 85 ? 'amber' : 'red'}
          hint={percent === null ? <Trans>No stops due yet today</Trans> : <Trans>stops due today</Trans>}
        />
      </Link>
      <Link to="/trips" search={{ late: true, ...ofGroup }} className={tileClass}>
        <Tile
          title={t`Late`}
          figure={day.late}
          tone={day.late.value ? 'red' : 'plain'}
          hint={<Trans>trips, now or expected</Trans>}
        />
      </Link>
      <Link to="/orders" search={{ status: 'TO_PLAN', ...pickup }} className={tileClass}>
        <Tile
          title={t`Unplanned`}
          figure={day.unplanned}
          tone={day.unplanned.value ? 'amber' : 'plain'}
          hint={<Trans>due until tomorrow</Trans>}
        />
      </Link>
      <Link to="/documents/proofs" className={tileClass}>
        <Tile
          title={t`POD missing`}
          figure={day.proof_missing}
          tone={day.proof_missing.value ? 'amber' : 'plain'}
          hint={<Trans>last 30 days</Trans>}
        />
      </Link>
    </nav>
  )
}

const tileClass =
  'relative flex h-22 min-w-0 flex-col justify-between overflow-hidden rounded-lg border border-line bg-surface px-3.5 py-2.5 hover:border-line-strong hover:bg-hover'

const inkOf: Record<Tone, string> = { plain: 'text-ink', amber: 'text-amber', red: 'text-red' }
const lineOf: Record<Tone, string> = { plain: 'text-ink-3', amber: 'text-amber', red: 'text-red' }

function Tile({
  title,
  figure,
  tone,
  unit = '',
  hint,
}: {
  title: string
  figure: DayFigure
  tone: Tone
  unit?: string
  hint?: ReactNode
}) {
  const { i18n } = useLingui()
  return (
    <>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
        <span className="truncate font-medium text-ink-2">{title}</span>
        {hint !== undefined && <span className="truncate text-[11px] leading-4 text-ink-3 max-xl:hidden">{hint}</span>}
      </span>
      <span className="flex items-end justify-between gap-3">
        <span className={classNames('tnum text-[28px] leading-8 font-semibold', inkOf[tone])}>
          {figure.value === null ? '—' : `${i18n.number(figure.value)}${unit}`}
        </span>
        <Sparkline values={figure.week} className={lineOf[tone]} />
      </span>
    </>
  )
}

/** Seven days as a line. Not read out, because the number next to it has the information. */
function Sparkline({ values, className }: { values: readonly (number | null)[]; className: string }) {
  return (
    <svg viewBox="-2 -2 84 30" className={classNames('h-7 w-20 shrink', className)} aria-hidden="true">
      {sparklinePoints(values, 80, 26).map((points) => (
        <polyline
          key={points}
          points={points}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
          opacity="0.75"
        />
      ))}
    </svg>
  )
}
