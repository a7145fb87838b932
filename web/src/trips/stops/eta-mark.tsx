import { Trans, useLingui } from '@lingui/react/macro'

/** Marks an ETA whose driving times do not come from a router. `isShort` is for narrow rows: an icon with a tooltip. */
export function EtaMark({ isEstimated, isShort = false }: { isEstimated: boolean; isShort?: boolean }) {
  const { t } = useLingui()
  if (!isEstimated) return null
  const why = t`Estimated driving times: no routing engine calculated them`
  if (isShort) return <Sign why={why} />
  return (
    <span className="whitespace-nowrap text-ink-3" title={why}>
      <Trans>(estimated)</Trans>
    </span>
  )
}

/** Marks kilometres not fully measured by a routing engine: an icon with a tooltip. */
export function DistanceMark({ isEstimated }: { isEstimated: boolean }) {
  const { t } = useLingui()
  return isEstimated && <Sign why={t`Estimated distance: no routing engine measured it`} />
}

function Sign({ why }: { why: string }) {
  const { t } = useLingui()
  return (
    <abbr className="ml-0.5 text-ink-3 no-underline" title={why}>
      <span aria-hidden="true">≈</span>
      <span className="sr-only">{t`(estimated)`}</span>
    </abbr>
  )
}
