import { Trans, useLingui } from '@lingui/react/macro'

/**
 * Says after an ETA that no router gave its driving times. `isShort` is for rows without room: a sign, with the words as its
 * title.
 */
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

/** Says after kilometres that no routing engine measured all of them: a sign, with the words as its title. */
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
