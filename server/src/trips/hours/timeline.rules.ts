import { endsDay, type Run, type State, type StepKind, type Trace, tolerance } from './state.rules.ts'

/** A part of a timeline, in minutes since 1970. A break may be one in parts; to wait counts as nothing. */
export interface Step {
  kind: StepKind
  from: number
  to: number
  /** A part of a rest that goes on after it was interrupted (HOURS-9). */
  isPart?: true
  /** The minutes of all parts of the rest that ends with it. */
  rested?: number
  /** On a ferry or train. */
  isAboard?: true
}

/** What is done one after the other, and when each duty began. */
export interface Timeline {
  steps: Step[]
  begins: number[]
}

/** How a driver came from one state to another, in the order of time. What goes on at once as the same is one step. */
export function timelineTo({ from: state, minutes }: Run, start: State): Timeline {
  const [traces, moved] = tracesOf(state, start)
  const steps: Step[] = []
  const begins: number[] = []
  let at = start.at + moved
  // A stop without work parts what is driven before it from what is driven after it.
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

/** HOURS-9: all parts of a rest that was interrupted are said as that rest. */
function joinParts(parts: readonly Step[], last: Step): void {
  const minutes = [...parts, last].reduce((sum, { from, to }) => sum + to - from, 0)
  last.rested = minutes
  for (const part of parts) {
    part.kind = last.kind
    part.isPart = true
  }
}

/** Everything since the start, the first first, with rests as long as they became; and how much later all began. */
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
