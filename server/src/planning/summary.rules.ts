import type { PlanningKind } from '@cartage/contract/planning/app/commands'
import { type Said, type Sentence, said } from '@cartage/contract/said'
import type { Of, PlanningCommand, PlanState, World } from './rules.ts'

/** What a summary names. */
interface Names {
  /** The trips before and after the command. */
  trips: string
  orders: (ids: readonly string[]) => string
}

const ofTrips =
  (sentence: (trips: string) => Said) =>
  (_: unknown, { trips }: Names) =>
    sentence(trips)

const summaries: { readonly [Kind in PlanningKind]: (command: Of<Kind>, names: Names) => Said } = {
  PLAN: ({ order_ids }, { trips, orders }) =>
    order_ids.length > 0 ? said`Planned ${orders(order_ids)} into ${trips}` : said`Planned stops into ${trips}`,
  MOVE: ofTrips((trips) => said`Moved stops between ${trips}`),
  PLAN_TRIPS: ofTrips((trips) => said`Accepted suggested trips ${trips}`),
  RESEQUENCE: ofTrips((trips) => said`Changed the sequence of ${trips}`),
  SPLIT: ({ order_id }, { trips, orders }) => said`Split ${orders([order_id])} over ${trips}`,
  COMBINE: ofTrips((trips) => said`Combined ${trips}`),
  INSERT_STOP: ofTrips((trips) => said`Inserted a stop into ${trips}`),
  INSERT_CROSSING: ({ crossing }, { trips }) => said`Inserted a ${crossingName(crossing)} into ${trips}`,
  CHANGE_CROSSING: ({ crossing }, { trips }) => said`Changed the ${crossingName(crossing)} of ${trips}`,
  UNPLAN: ofTrips((trips) => said`Took stops off ${trips}`),
  ASSIGN: ofTrips((trips) => said`Assigned resources to ${trips}`),
  TAKE_OFF: ofTrips((trips) => said`Took resources off ${trips}`),
  PLACE: ofTrips((trips) => said`Moved ${trips}`),
  SET_TIMES: ofTrips((trips) => said`Set times of ${trips}`),
  CONFIRM: ofTrips((trips) => said`Confirmed ${trips}`),
  TAKE_BACK: ofTrips((trips) => said`Took back ${trips}`),
  CANCEL: ofTrips((trips) => said`Cancelled ${trips}`),
  BLOCK: ({ order_ids, reason }, { orders }) => said`Put on hold ${orders(order_ids)}: ${shortened(reason)}`,
  UNBLOCK: ({ order_ids }, { orders }) => said`Took off hold ${orders(order_ids)}`,
}

function crossingName({ kind, line }: Of<'CHANGE_CROSSING'>['crossing']): Sentence {
  if (kind === 'FERRY') return line ? said`ferry ${line}` : said`ferry`
  return line ? said`train ${line}` : said`train`
}

/** What a command did, in a sentence that names the orders and the trips as they were called then. */
export function summaryOf(command: PlanningCommand, before: PlanState, after: PlanState, world: World): Said {
  const trips = [...new Set([...before.trips, ...after.trips].map(({ name }) => name))]
  const orders = (ids: readonly string[]) =>
    shortened(ids.flatMap((id) => world.orders.get(id)?.order_number ?? []).join(', '))
  const summary = summaries[command.kind] as (command: PlanningCommand, names: Names) => Said
  return summary(command, { trips: shortened(trips.join(', ')), orders })
}

function shortened(text: string): string {
  return text.length > 140 ? `${text.slice(0, 139)}…` : text
}
