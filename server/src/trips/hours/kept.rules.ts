import { type Call, type OnTheWay, onTheWay } from './calls.rules.ts'
import type { Law } from './law.rules.ts'
import { type Answer, type Duty, someTimelineOf } from './rules.ts'
import type { State } from './state.rules.ts'

/** Answers that are kept for each law, those used last: enough for a day on a large board. */
const mostKept = 1_000

type Kept<Of> = WeakMap<Law, Map<string, Of>>

const answers: Kept<Answer> = new WeakMap()
const ways: Kept<OnTheWay> = new WeakMap()

/**
 * `someTimelineOf`, searched once for equal arguments: what is judged before and after a command is mostly equal, and what is dragged over a
 * board is judged again and again. An answer depends on nothing but the arguments, so none is ever out of date.
 */
export function keptTimelineOf(duties: readonly Duty[], start: State, law: Law): Answer {
  // A function cannot be compared.
  if (duties.some(({ opens }) => opens)) return someTimelineOf(duties, start, law)
  return keptIn(answers, law, [begunAt(start), duties], () => someTimelineOf(duties, start, law))
}

/** `onTheWay`, gone through once for equal arguments: what a driver does before a trip is the same wherever an order is dropped. */
export function keptOnTheWay(calls: readonly Call[], start: State, law: Law): OnTheWay {
  const certain = calls.map(({ driving, work, at }) => [driving, work, at])
  if (calls.some(({ at }) => at === undefined)) return onTheWay(calls, start, law)
  return keptIn(ways, law, [begunAt(start), certain], () => onTheWay(calls, start, law))
}

/** How the driver came to the start is not part of an answer. */
const begunAt = (start: State) => ({ ...start, trace: null })

function keptIn<Of>(all: Kept<Of>, law: Law, asked: readonly unknown[], make: () => Of): Of {
  const kept = all.get(law) ?? new Map<string, Of>()
  all.set(law, kept)
  const key = JSON.stringify(asked)
  const answer = kept.get(key) ?? make()
  // Last in the map is what was used last.
  kept.delete(key)
  kept.set(key, answer)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  return answer
}
