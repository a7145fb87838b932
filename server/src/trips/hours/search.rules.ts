import { firstDue, lawsOf } from './calls.rules.ts'
import type { Duty } from './duties.model.ts'
import { type Effort, isAsGood, someCounted } from './labels.rules.ts'
import { type Law, type Rule, without } from './law.rules.ts'
import { type Answer, afterDuty, answerOf, few, goneOn, lawWithin, ruleWithout } from './rules.ts'
import type { Run, State } from './state.model.ts'
import { restedAt } from './state.rules.ts'

/**
 * HOURS-10: maximum number of states per driver, which takes some tenths of a second at most, so that no verdict blocks
 * other users of the server. Plans of a week take some hundreds.
 */
export const mostEffort = 160_000
/** Minimum when the budget is used up: enough for the narrow search that usually finds a timeline. */
export const leastEffort = 2_000
/** Share of each phase in the remaining budget, in eighths. */
const shares = { side: 1, soonProof: 1 / 16, proof: 1 / 4, narrow: 1, strict: 4, all: 8, rule: 1 / 4 }

/** Successors kept per state, tried before all of them. */
const widths = [few, few + 1, 4 * few]

/**
 * A lawful timeline if one exists: the earliest that a narrow search finds, else possibly a later one. If the narrow
 * search fails, the last duties alone are tested for impossibility. If that proves nothing, a depth-first search covers
 * everything until one state has done all duties or the budget is used up. The answer is then marked as unsettled.
 * @param effort budget, reduced to what is left after the answer
 */
export function someTimelineOf(
  duties: readonly Duty[],
  start: State,
  asked: Law,
  effort: Effort = { left: mostEffort },
): Answer {
  const law = lawWithin(asked, duties)
  const search: Search = { start, law, effort }
  const isSpent = effort.left <= 0
  const [runs, done] = spending(effort, shares.side, (own) => goneOn(duties, start, law, few, own))
  if (done === duties.length) return answerOf(runs, start, duties)
  if (isSpent) return { rule: fewRuleOf(duties, done, search), duty: done, isUnsettled: true }
  if (isShownImpossible(duties, done, search, shares.soonProof))
    return { rule: fewRuleOf(duties, done, search), duty: done }
  return searched(duties, search, done)
}

/** Start, law and budget of a search. */
export interface Search {
  start: State
  law: Law
  effort: Effort
}

/** The answer of the depth-first search; HOURS-10: unsettled if the budget runs out first. */
function searched(duties: readonly Duty[], search: Search, reached: number): Answer {
  const { start, law, effort } = search
  const strict = strictLaw(duties, search)
  const under = (one: Law, share: number, many: number) =>
    spending(effort, share, (own) => deepest(duties, { start, law: one, effort: own }, many))
  let last = reached
  for (const many of widths) {
    const { run, done } = under(strict ?? law, shares.narrow, many)
    if (run) return answerOf([run], start, duties)
    last = Math.max(last, done)
  }
  if (isShownImpossible(duties, last, search, shares.proof)) {
    return { rule: fewRuleOf(duties, last, search), duty: last }
  }
  const soon = strict && under(strict, shares.strict, Infinity)
  const all = soon?.run ? soon : under(law, shares.all, Infinity)
  if (all.run) return answerOf([all.run], start, duties)
  if (all.isAll) return { rule: ruleOf(duties, all.done, search), duty: all.done }
  const duty = Math.max(last, soon?.done ?? 0, all.done)
  return { rule: fewRuleOf(duties, duty, search), duty, isUnsettled: true }
}

/** Runs a phase with its share of the budget, or with the minimum if nothing is left. */
function spending<Of>(effort: Effort, share: number, run: (own: Effort) => Of): Of {
  const given = Math.max(leastEffort, Math.min(effort.left, (mostEffort * share) / 8))
  const own = { left: given }
  const found = run(own)
  effort.left -= given - own.left
  return found
}

/**
 * A stricter law with fewer states, because it never owes compensation for short weekly rests (HOURS-6): what it allows
 * is lawful. Undefined if the law itself owes nothing until the end of the duties.
 */
function strictLaw(duties: readonly Duty[], { start, law }: Search): Law | undefined {
  const [near, far] = lawsOf(law)
  const last = duties.at(-1)
  const end = (last?.windows.at(-1)?.[1] ?? Infinity) + (last?.work ?? 0) + (last?.boards?.aboard ?? 0)
  if (end > firstDue(start, law)) return far
  const isOneOfTwo = law.weeklyRestsTogether <= 2 && law.shortWeeklyRests <= 1
  return isOneOfTwo && start.owed.length === 0 ? undefined : near
}

export interface Found {
  /** The state that has done all duties. */
  run?: Run
  /** Maximum number of duties done by any state. */
  done: number
  /** The search was exhaustive. */
  isAll: boolean
}

/**
 * Depth-first search: always continues with a state that has done the most duties, until one has done them all. A state
 * dominated by an earlier one (`isAsGood`) is dropped: if the earlier one fails, so does this one. So an empty queue
 * proves that there is no lawful timeline, as in a breadth-first search, and an existing one is found with few states.
 * @param many successors per state; with a limit, failure proves nothing
 */
export function deepest(duties: readonly Duty[], { start, law, effort }: Search, many = Infinity): Found {
  const met = duties.map((): Run[] => [])
  const open = duties.map((): Run[] => [])
  let done = 0
  open[0]?.push({ from: start, minutes: 0 })
  for (;;) {
    const at = open.findLastIndex((runs) => runs.length > 0)
    if (at === -1 || effort.left <= 0) return { done, isAll: effort.left > 0 }
    const next = afterDuty([open[at]!.shift()!], duties[at]!, law, many, effort)
    if (next.length > 0) done = Math.max(done, at + 1)
    if (next.length > 0 && done === duties.length) return { run: next[0]!, done, isAll: false }
    const fresh = next.filter((run) => !isMet(run, met[at + 1]!, effort))
    met[at + 1]?.push(...fresh)
    open[at + 1]?.unshift(...fresh)
  }
}

function isMet(run: Run, met: readonly Run[], effort: Effort): boolean {
  return someCounted(met, (one) => isAsGood(one, run), effort)
}

/** Numbers of final duties tested for impossibility: one to three days, which takes milliseconds. */
const lastDuties = [2, 4, 8, 12]

/** Whether the last duties up to one are impossible even for a driver who is fully rested before the first of them. */
function isShownImpossible(duties: readonly Duty[], duty: number, { law, effort }: Search, share: number): boolean {
  const broken = duties.slice(0, duty + 1)
  // A driver who began before Monday has used no long day of this week yet.
  const mild = { ...law, longStepsOfWeek: law.longStepsOfWeek + law.longStepsOfDay }
  return lastDuties.some((count) => {
    if (count >= broken.length) return false
    const [first, ...rest] = broken.slice(-count)
    const from = first!.windows[0]?.[0]
    if (from === undefined || from === Number.NEGATIVE_INFINITY) return false
    // HOURS-9: the rest before may continue aboard, and end later.
    if (first!.boards || first!.lands) return false
    const best = { ...restedAt(from), hasPart: true, hasSplit: true }
    return spending(effort, share, (own) => {
      const [, done] = goneOn([{ ...first!, driving: 0 }, ...rest], best, mild, Infinity, own)
      return done < count && own.left > 0
    })
  })
}

/** HOURS-1: the first rule without which, alone or with earlier ones, a narrow search finds a timeline up to a duty. */
function fewRuleOf(duties: readonly Duty[], duty: number, { start, law, effort }: Search): Rule | 'time' {
  const broken = duties.slice(0, duty + 1)
  return ruleWithout((left) =>
    spending(effort, shares.rule, (own) => {
      return goneOn(broken, start, without(law, left), few, own)[1] === broken.length
    }),
  )
}

/** The rule from a full search, after a narrow one. */
function ruleOf(duties: readonly Duty[], duty: number, { start, law, effort }: Search): Rule | 'time' {
  const broken = duties.slice(0, duty + 1)
  return ruleWithout((left) =>
    [few, Infinity].some((many) =>
      spending(effort, shares.rule, (own) => {
        return deepest(broken, { start, law: without(law, left), effort: own }, many).run !== undefined
      }),
    ),
  )
}
