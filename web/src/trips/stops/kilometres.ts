import { useLingui } from '@lingui/react/macro'

/** Whole kilometres in words; marked where they are estimated and no routing engine measured them. */
export function useKilometres(): (km: number, isEstimated: boolean) => string {
  const { t, i18n } = useLingui()
  return (km, isEstimated) => {
    const number = i18n.number(Math.round(km))
    return isEstimated ? t`${number} km (estimated)` : t`${number} km`
  }
}
