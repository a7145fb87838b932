import type { PreviewWarning } from '@cartage/contract/charges/app/preview'
import { useLingui } from '@lingui/react/macro'
import { dateIn } from '../../ui/time/date-format.ts'
import { minutesText } from '../../ui/time/minutes-text.ts'

/** Text of a warning to check before an order is saved. */
export function useWarningText(): (warning: PreviewWarning) => string {
  const { t, i18n } = useLingui()
  return ({ kind, place, on, time, minutes, un_numbers }) => {
    const name = place ?? t`The stop`
    const day =
      on === null
        ? ''
        : dateIn(i18n, new Date(`${on}T00:00:00Z`), {
            weekday: 'short',
            day: 'numeric',
            month: 'short',
            timeZone: 'UTC',
          })
    switch (kind) {
      case 'DELIVERY_EARLY':
        return t`Delivery before pickup.`
      case 'IN_THE_PAST':
        return place === null ? t`${day} is in the past.` : t`${place}: ${day} is in the past.`
      case 'ADR':
        return t`ADR ${un_numbers.map((number) => `UN ${number}`).join(', ')}: needs a driver with an ADR certificate.`
      case 'CLOSED':
        return t`${name} is closed at the requested time on ${day}.`
      case 'CLOSES':
        return t`${name} closes at ${time ?? ''} on ${day}.`
      case 'TOO_FAR':
        return t`The drive to ${name} takes ${minutesText(minutes ?? 0)}: more than the requested times leave.`
      case 'PLACE_UNKNOWN':
        return t`${name} is not on the map: check town and country.`
    }
  }
}
