import { useLingui } from '@lingui/react/macro'

/** Formats whole kilometres, marked if estimated instead of measured by a routing engine. */
export function useKilometres(): (km: number, isEstimated: boolean) => string {
  const { t, i18n } = useLingui()
  return (km, isEstimated) => {
    const number = i18n.number(Math.round(km))
    return isEstimated ? t`${number} km (estimated)` : t`${number} km`
  }
}
