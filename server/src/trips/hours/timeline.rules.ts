import type { Run, State, StepKind, Trace } from './state.model.ts'
import { endsDay, tolerance } from './state.rules.ts'

/** A part of a timeline, in minutes since 1970. A break may be part of a split one; waiting counts as nothing. */
export interface Step {
  kind: StepKind
  from: number
  to: number
  /** A part of a rest that continues after an interruption (HOURS-9). */
  isPart?: true
  /** Total minutes of the rest that ends here, over all of its parts. */
  rested?: number
  /** On a ferry or train. */
  isAboard?: true
}

/** Consecutive steps, and the start of each duty. */
export interface Timeline {
  steps: Step[]
  begins: number[]
}

/** The steps from one state to another, in chronological order. Adjacent steps of the same kind are merged. */
export function timelineTo({ from: state, minutes }: Run, start: State): Timeline {
  const [traces, moved] = tracesOf(state, start)
  const steps: Step[] = []
  const begins: number[] = []
  let at = start.at + moved
  // A stop without work separates the driving before it from the driving after it.
  let isParted = false
  const add = (kind: StepKind, length: number) => {
    if (length <= tolerance) return
    const last = steps.at(-1)
    if (last?.kind === kind && kind !== 'WORK' && !(isParted && kind === 'DRIVE')) last.to = at + length
    else steps.push({ kind, from: at, to: at + length })
    at += length
    isParted = false
  }
  for (const { kind, minutes: length, since } of traces) {
    if (kind === 'DUTY') begins.push(at + length)
    else if (kind === 'DUTY_AT') begins.push(length)
    else if (kind !== 'MOVED') {
      const parts = since === undefined ? [] : partsSince(steps, at - since)
      add(kind, length)
      if (since !== undefined) joinParts(parts, steps.at(-1)!)
    }
    isParted ||= kind === 'DUTY' || kind === 'DUTY_AT'
  }
  add('WAIT', minutes)
  return { steps, begins }
}

/** The pauses since an instant. */
function partsSince(steps: readonly Step[], from: number): Step[] {
  return steps.filter((step) => step.from >= from - tolerance && step.kind !== 'DRIVE' && step.kind !== 'WORK')
}

/** HOURS-9: labels all parts of an interrupted rest as that rest. */
function joinParts(parts: readonly Step[], last: Step): void {
  const minutes = [...parts, last].reduce((sum, { from, to }) => sum + to - from, 0)
  last.rested = minutes
  for (const part of parts) {
    part.kind = last.kind
    part.isPart = true
  }
}

/** All traces since the start in chronological order, with final rest lengths, and by how much everything was moved. */
function tracesOf(state: State, start: State): [traces: Trace[], moved: number] {
  const traces: Trace[] = []
  let moved = 0
  for (let one = state.trace; one !== null && one !== start.trace; one = one.before) {
    if (one.kind === 'MOVED') moved += one.minutes
    else if (endsDay(one)) {
      traces.push({ ...one, minutes: one.minutes + moved })
      moved = 0
    } else traces.push(one)
  }
  return [traces.reverse(), moved]
}
