import type { PlanFigures } from '@cartage/contract/planning/app/optimise'
import { Trans, useLingui } from '@lingui/react/macro'
import { DistanceMark } from '../trips/stops/eta-mark.tsx'
import { isEstimated } from './estimated.ts'
import { UnknownWays } from './unknown-ways.tsx'

/** Kilometres of a suggested or present trip, marked where estimated or unknown. */
export function Kilometres({ figures }: { figures: PlanFigures }) {
  const { distance_km, empty_km } = figures
  const { i18n } = useLingui()
  const number = (value: number) => i18n.number(value, { maximumFractionDigits: 0 })
  return (
    <p className="tnum text-ink-2">
      <Trans>
        {number(distance_km)} km, {number(empty_km)} km of them empty
      </Trans>
      <DistanceMark isEstimated={isEstimated(figures)} />
      <UnknownWays ways={figures.unknown_ways} />
    </p>
  )
}
