import type { DayException } from '@cartage/contract/app/day'
import { useLingui } from '@lingui/react/macro'

/** Title of an exception. Unknown kinds show their code (COMPAT-4). */
export function useExceptionTitle(): (
  one: Pick<DayException, 'kind' | 'place' | 'changes' | 'temperature' | 'driver_report' | 'request'>,
) => string {
  const { t } = useLingui()
  return ({ kind, place, changes, temperature, driver_report, request }) => {
    const where = place?.city ?? place?.name ?? ''
    switch (kind) {
      case 'LATE':
        return where === '' ? t`Late` : t`Late in ${where}`
      case 'OVERDUE':
        return where === '' ? t`Not arrived` : t`Not arrived in ${where}`
      case 'UNPLANNED':
        return t`Unplanned`
      case 'ON_HOLD':
        return t`On hold`
      case 'REFUSED':
        return t`Refused by carrier`
      case 'DECLINED':
        return t`Dispatch failed`
      case 'OUTDATED':
        return t`Carrier has an older version`
      case 'CHANGED':
        return changes.some(({ what }) => what === 'CANCELLED')
          ? t`Cancelled after planning`
          : t`Changed after planning`
      case 'TEMPERATURE':
        return temperature && !temperature.is_over
          ? t`Outside of the temperature range`
          : t`Was outside of the temperature range`
      case 'DRIVER_REPORT':
        if (driver_report?.is_damage) return where === '' ? t`Damage reported` : t`Damage reported in ${where}`
        if (driver_report?.deviation) return where === '' ? t`Deviation reported` : t`Deviation reported in ${where}`
        return where === '' ? t`Remark of the driver` : t`Remark of the driver in ${where}`
      case 'DRIVER_REFUSED':
        return where === '' ? t`Report of the driver not accepted` : t`Report of the driver not accepted in ${where}`
      case 'TO_CONFIRM':
        return t`To confirm`
      case 'OFFER':
        return t`Carrier asks another price`
      case 'REQUEST':
        return request?.kind === 'CANCEL' ? t`Customer requests cancellation` : t`Customer requests a change`
      case 'CARRIER_BLOCKED':
        return t`Planned with a blocked carrier`
      case 'CARRIER_SILENT':
        return t`Carrier has not answered`
      case 'DRIVER_AWAY':
        return t`Driver is away`
      default:
        return kind
    }
  }
}
