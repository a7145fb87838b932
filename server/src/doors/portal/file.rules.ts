import type { PortalListedOrder } from '@cartage/contract/doors/app/portal'
import type { Language } from '@cartage/contract/reading/languages'
import type { NamedColumns } from '../../http/csv.ts'
import { labelsOf } from '../../languages/labels.ts'
import { type PeoplesFormat, peoplesFormat } from '../../languages/peoples-files.ts'
import { localTime } from '../../locations/local-time.rules.ts'

const labels = labelsOf('portalFile', {
  number: 'Order',
  reference: 'Your reference',
  state: 'Status',
  states: {
    REQUESTED: 'To be confirmed',
    RECEIVED: 'Received',
    PLANNED: 'Planned',
    UNDER_WAY: 'Under way',
    DELIVERED: 'Delivered',
    CANCELLED: 'Cancelled',
  },
  from: 'From',
  fromTown: 'Town of pickup',
  fromCountry: 'Country of pickup',
  to: 'To',
  toTown: 'Town of delivery',
  toCountry: 'Country of delivery',
  pickup: 'Pickup',
  delivery: 'Delivery',
  planned: 'Planned delivery',
  expected: 'Expected delivery',
  delivered: 'Delivered at',
  container: 'Container',
})

/** The file of a customer's orders: headings, states, days and local times in the reader's language (PORTAL-7). */
export function portalFile(language: Language): { delimiter: string; columns: NamedColumns<PortalListedOrder> } {
  const its = labels(language)
  const format = peoplesFormat(language)
  const day = (text: string | null) => text && format.day(text)
  return {
    delimiter: format.delimiter,
    columns: [
      [its.number, (order) => order.order_number],
      [its.reference, (order) => order.reference],
      [its.state, (order) => its.states[order.state]],
      [its.from, (order) => order.from?.name],
      [its.fromTown, (order) => order.from?.city],
      [its.fromCountry, (order) => order.from?.country],
      [its.to, (order) => order.to?.name],
      [its.toTown, (order) => order.to?.city],
      [its.toCountry, (order) => order.to?.country],
      [its.pickup, (order) => day(order.pickup_on)],
      [its.delivery, (order) => day(order.delivery_on)],
      [its.planned, (order) => moment(order.planned_at, order, format)],
      [its.expected, (order) => moment(order.expected_at, order, format)],
      [its.delivered, (order) => moment(order.delivered_at, order, format)],
      [its.container, (order) => order.container_number],
    ],
  }
}

/** Day and time at the place of delivery. */
function moment(instant: string | null, { time_zone }: Pick<PortalListedOrder, 'time_zone'>, format: PeoplesFormat) {
  if (instant === null) return null
  const { date, time } = localTime(instant, time_zone)
  return `${format.day(date)} ${time}`
}
