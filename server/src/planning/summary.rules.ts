import type { PlanningCommand, PlanState, World } from './rules.ts'

const spoken: Readonly<Record<PlanningCommand['kind'], string>> = {
  PLAN: 'Planned',
  MOVE: 'Moved stops',
  PLAN_TRIPS: 'Accepted suggested trips',
  RESEQUENCE: 'Changed the sequence of',
  SPLIT: 'Split',
  COMBINE: 'Combined',
  INSERT_STOP: 'Inserted a stop into',
  INSERT_CROSSING: 'Inserted a',
  CHANGE_CROSSING: 'Changed the',
  UNPLAN: 'Took stops off',
  ASSIGN: 'Assigned resources to',
  TAKE_OFF: 'Took resources off',
  PLACE: 'Moved',
  SET_TIMES: 'Set times of',
  CONFIRM: 'Confirmed',
  TAKE_BACK: 'Took back',
  CANCEL: 'Cancelled',
  BLOCK: 'Put on hold',
  UNBLOCK: 'Took off hold',
}

/** What a command did, in words: the verb, the orders and the trips. */
export function summaryOf(command: PlanningCommand, before: PlanState, after: PlanState, world: World): string {
  const names = (ids: readonly string[]) => ids.flatMap((id) => world.orders.get(id)?.order_number ?? []).join(', ')
  const trips = [...new Set([...before.trips, ...after.trips].map(({ name }) => name))].join(', ')
  const verb = spoken[command.kind]
  switch (command.kind) {
    case 'PLAN': {
      const known = command.order_ids.length > 0 ? names(command.order_ids) : 'stops'
      return shortened(`${verb} ${known} into ${trips}`)
    }
    case 'MOVE':
      return shortened(`${verb} between ${trips}`)
    case 'SPLIT':
      return shortened(`${verb} ${names([command.order_id])} over ${trips}`)
    case 'BLOCK':
      return shortened(`${verb} ${names(command.order_ids)}: ${command.reason}`)
    case 'INSERT_CROSSING':
    case 'CHANGE_CROSSING': {
      const { kind, line } = command.crossing
      const what = [kind === 'FERRY' ? 'ferry' : 'train', line].filter(Boolean).join(' ')
      return shortened(`${verb} ${what} ${command.kind === 'INSERT_CROSSING' ? 'into' : 'of'} ${trips}`)
    }
    case 'UNBLOCK':
      return shortened(`${verb} ${names(command.order_ids)}`)
    default:
      return shortened(`${verb} ${trips}`)
  }
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}
