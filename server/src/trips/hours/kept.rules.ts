import type { Law } from './law.rules.ts'
import { type Answer, type Duty, someTimelineOf } from './rules.ts'
import type { State } from './state.rules.ts'

/** Answers that are kept for each law, those used last: enough for a day on a large board. */
const mostKept = 1_000

const kept = new WeakMap<Law, Map<string, Answer>>()

/**
 * `someTimelineOf`, searched once for equal arguments: what is judged before and after a command is mostly equal, and what is dragged over a
 * board is judged again and again. An answer depends on nothing but the arguments, so none is ever out of date.
 */
export function keptTimelineOf(duties: readonly Duty[], start: State, law: Law): Answer {
  // A function cannot be compared.
  if (duties.some(({ opens }) => opens)) return someTimelineOf(duties, start, law)
  const answers = kept.get(law) ?? new Map<string, Answer>()
  kept.set(law, answers)
  // How the driver came to the start is not part of an answer.
  const key = JSON.stringify([{ ...start, trace: null }, duties])
  const answer = answers.get(key) ?? someTimelineOf(duties, start, law)
  // Last in the map is what was used last.
  answers.delete(key)
  answers.set(key, answer)
  if (answers.size > mostKept) answers.delete(answers.keys().next().value!)
  return answer
}
