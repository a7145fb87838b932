import type { EngineCheck } from '@cartage/contract/positions/app/road-engine'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, Info, TriangleAlert } from '../ui/icons.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { engineAdviceLabels } from './engine.labels.ts'

/** Response of a tested routing engine. Null if there is none. */
export function EngineAnswer({ check }: { check: EngineCheck | null }) {
  const { t, i18n } = useLingui()
  if (check === null) {
    return (
      <Notice icon={Info}>
        <Trans>The installation has no engine: distances are estimated.</Trans>
      </Notice>
    )
  }
  const { kind, version, road, failure, advice } = check
  const name = [engineNames[kind], version].filter(Boolean).join(' ')
  if (road === null) {
    const reason = failure ?? t`knows no road between known towns`
    return (
      <Notice icon={TriangleAlert} tone="amber">
        {name}: {reason}. {advice && t(engineAdviceLabels[advice])}
      </Notice>
    )
  }
  const { from, to, driving_minutes } = road
  const [km, estimated] = [road.distance_km, road.estimated_km].map((value) => i18n.number(Math.round(value)))
  return (
    <Notice icon={CircleCheck} tone="green">
      {t`${name} answers: ${from} to ${to} is ${km} km and ${driving_minutes} minutes. Estimated without it: ${estimated} km.`}
    </Notice>
  )
}

/** Product names of the engines. */
const engineNames: Readonly<Record<EngineCheck['kind'], string>> = {
  OSRM: 'OSRM',
  VALHALLA: 'Valhalla',
  GRAPHHOPPER: 'GraphHopper',
}
