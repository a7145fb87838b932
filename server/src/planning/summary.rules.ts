import { type Message, msg, type Sentence } from '@cartage/contract/message'
import type { PlanningKind } from '@cartage/contract/planning/app/commands'
import type { Of, PlanningCommand, PlanState, World } from './rules.ts'

/** Names in a summary. */
interface Names {
  /** The trips before and after the command. */
  trips: string
  orders: (ids: readonly string[]) => string
}

const ofTrips =
  (sentence: (trips: string) => Message) =>
  (_: unknown, { trips }: Names) =>
    sentence(trips)

const summaries: { readonly [Kind in PlanningKind]: (command: Of<Kind>, names: Names) => Message } = {
  PLAN: ({ order_ids }, { trips, orders }) =>
    order_ids.length > 0 ? msg`Planned ${orders(order_ids)} into ${trips}` : msg`Planned stops into ${trips}`,
  MOVE: ofTrips((trips) => msg`Moved stops between ${trips}`),
  PLAN_TRIPS: ofTrips((trips) => msg`Accepted suggested trips ${trips}`),
  RESEQUENCE: ofTrips((trips) => msg`Changed the sequence of ${trips}`),
  SPLIT: ({ order_id }, { trips, orders }) => msg`Split ${orders([order_id])} over ${trips}`,
  COMBINE: ofTrips((trips) => msg`Combined ${trips}`),
  INSERT_STOP: ofTrips((trips) => msg`Inserted a stop into ${trips}`),
  INSERT_CROSSING: ({ crossing }, { trips }) => msg`Inserted a ${crossingName(crossing)} into ${trips}`,
  CHANGE_CROSSING: ({ crossing }, { trips }) => msg`Changed the ${crossingName(crossing)} of ${trips}`,
  UNPLAN: ofTrips((trips) => msg`Took stops off ${trips}`),
  ASSIGN: ofTrips((trips) => msg`Assigned resources to ${trips}`),
  TAKE_OFF: ofTrips((trips) => msg`Took resources off ${trips}`),
  PLACE: ofTrips((trips) => msg`Moved ${trips}`),
  SET_TIMES: ofTrips((trips) => msg`Set times of ${trips}`),
  CONFIRM: ofTrips((trips) => msg`Confirmed ${trips}`),
  TAKE_BACK: ofTrips((trips) => msg`Took back ${trips}`),
  CANCEL: ofTrips((trips) => msg`Cancelled ${trips}`),
  BLOCK: ({ order_ids, reason }, { orders }) => msg`Put on hold ${orders(order_ids)}: ${shortened(reason)}`,
  UNBLOCK: ({ order_ids }, { orders }) => msg`Took off hold ${orders(order_ids)}`,
}

function crossingName({ kind, line }: Of<'CHANGE_CROSSING'>['crossing']): Sentence {
  if (kind === 'FERRY') return line ? msg`ferry ${line}` : msg`ferry`
  return line ? msg`train ${line}` : msg`train`
}

/** A sentence that summarises a command, with the order and trip names at that time. */
export function summaryOf(command: PlanningCommand, before: PlanState, after: PlanState, world: World): Message {
  const trips = [...new Set([...before.trips, ...after.trips].map(({ name }) => name))]
  const orders = (ids: readonly string[]) =>
    shortened(ids.flatMap((id) => world.orders.get(id)?.order_number ?? []).join(', '))
  const summary = summaries[command.kind] as (command: PlanningCommand, names: Names) => Message
  return summary(command, { trips: shortened(trips.join(', ')), orders })
}

function shortened(text: string): string {
  return text.length > 140 ? `${text.slice(0, 139)}…` : text
}
