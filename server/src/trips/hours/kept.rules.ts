import { type OnTheWay, onTheWay } from './calls.rules.ts'
import type { Call, Duty } from './duties.model.ts'
import type { Effort } from './labels.rules.ts'
import type { Law } from './law.rules.ts'
import type { Answer } from './rules.ts'
import { mostEffort, someTimelineOf } from './search.rules.ts'
import type { State } from './state.model.ts'

/** Number of recently used answers cached per law: enough for a day on a large board. */
const mostKept = 1_000

type Kept<Of> = WeakMap<Law, Map<string, Of>>

const answers: Kept<Settled> = new WeakMap()
const ways: Kept<OnTheWay> = new WeakMap()

/** An answer, and the effort spent on it. */
interface Settled {
  answer: Answer
  spent: number
}

/**
 * `someTimelineOf`, cached for equal arguments: the states before and after a command are mostly equal, and dragging
 * over the board judges the same plan repeatedly. An answer depends only on its arguments, so it is never stale.
 * @param effort budget; a cached answer costs the same again, so that results do not depend on earlier questions
 */
export function keptTimelineOf(
  duties: readonly Duty[],
  start: State,
  law: Law,
  effort: Effort = { left: mostEffort },
): Answer {
  // A function cannot be part of a cache key.
  if (duties.some(({ opens }) => opens)) return someTimelineOf(duties, start, law, effort)
  const kept = keptOf(answers, law, [begunAt(start), duties])
  const known = kept.get()
  if (known && known.spent <= effort.left) {
    effort.left -= known.spent
    return known.answer
  }
  const given = effort.left
  const answer = someTimelineOf(duties, start, law, effort)
  if (effort.left > 0 || given === mostEffort) kept.set({ answer, spent: given - effort.left })
  return answer
}

/** `onTheWay`, cached for equal arguments: a driver's work before a trip is the same wherever an order is dropped. */
export function keptOnTheWay(calls: readonly Call[], start: State, law: Law): OnTheWay {
  const certain = calls.map(({ driving, work, at, boards, lands }) => [driving, work, at, boards, lands])
  if (calls.some(({ at }) => at === undefined)) return onTheWay(calls, start, law)
  const kept = keptOf(ways, law, [begunAt(start), certain])
  return kept.get() ?? kept.set(onTheWay(calls, start, law))
}

/** The history that led to the start is not part of an answer. */
const begunAt = (start: State) => ({ ...start, trace: null })

function keptOf<Of>(all: Kept<Of>, law: Law, asked: readonly unknown[]) {
  const kept = all.get(law) ?? new Map<string, Of>()
  all.set(law, kept)
  const key = JSON.stringify(asked)
  const set = (one: Of): Of => {
    // Moves the entry to the end of the map: most recently used.
    kept.delete(key)
    kept.set(key, one)
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
    return one
  }
  const get = () => {
    const found = kept.get(key)
    return found && set(found)
  }
  return { get, set }
}
