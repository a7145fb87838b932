import { firstDue, lawsOf } from './calls.rules.ts'
import { type Effort, isAsGood, someCounted } from './labels.rules.ts'
import { type Law, type Rule, without } from './law.rules.ts'
import { type Answer, afterDuty, answerOf, type Duty, few, goneOn, lawWithin, ruleWithout } from './rules.ts'
import { type Run, restedAt, type State } from './state.rules.ts'

/**
 * HOURS-10: so many states are made for what a driver does, which takes some tenths of a second at most: no verdict may keep the others
 * who use the server waiting. Plans of a week take some hundreds.
 */
export const mostEffort = 160_000
/** At least so many where others have used them up: enough for the few states that mostly find a timeline. */
export const leastEffort = 2_000
/** Who does what with how many eighths of it, where so much is left. */
const shares = { side: 1, soonProof: 1 / 16, proof: 1 / 4, narrow: 1, strict: 4, all: 8, rule: 1 / 4 }

/** How many states are gone on with from each one, before all are. */
const widths = [few, few + 1, 4 * few]

/**
 * A lawful timeline where there is one: that which ends first as far as it is found soon, else perhaps a later one. Where few states
 * do not find one, it is proved of the last duties alone that there is none; what neither decides is looked at as a whole, state by
 * state, until one has done all duties or the effort is spent. Then the answer is not settled, and says so.
 * @param effort what may be spent, and what is left of it after the answer
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

/** What is searched from, under which law, and with how much effort. */
export interface Search {
  start: State
  law: Law
  effort: Effort
}

/** What the search for one state after the other answers; HOURS-10: where the effort is spent before, that it is not settled. */
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

/** What is done with a share of the effort; with the least there is where nothing is left of it. */
function spending<Of>(effort: Effort, share: number, run: (own: Effort) => Of): Of {
  const given = Math.max(leastEffort, Math.min(effort.left, (mostEffort * share) / 8))
  const own = { left: given }
  const found = run(own)
  effort.left -= given - own.left
  return found
}

/**
 * A law that is stricter and whose states are fewer, since it owes nothing for short weekly rests (HOURS-6): what it allows is lawful.
 * None where the law itself owes nothing until the end of the duties.
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
  /** Who has done all duties. */
  run?: Run
  /** How many duties were done by someone. */
  done: number
  /** Everything that matters was looked at. */
  isAll: boolean
}

/**
 * Goes on with one state at a time, always with one that has done the most duties, until one has done them all. A state from which only is
 * possible what is possible from one that was met before it (`isAsGood`) is left: if that one comes to no end, neither does it. So where
 * no state is left there is no lawful timeline, as if all had been gone on with side by side; and where there is one, few are looked at.
 * @param many how many are made of one state; with fewer than all, one that comes to no end proves nothing
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

/** So many of the last duties are looked at to prove that they cannot be done: a day or three, which takes milliseconds. */
const lastDuties = [2, 4, 8, 12]

/** Whether the last duties up to one cannot be done even by who comes to the first of them with all rests behind, whatever was before. */
function isShownImpossible(duties: readonly Duty[], duty: number, { law, effort }: Search, share: number): boolean {
  const broken = duties.slice(0, duty + 1)
  // Who has begun before Monday has used no long day of this week yet.
  const mild = { ...law, longStepsOfWeek: law.longStepsOfWeek + law.longStepsOfDay }
  return lastDuties.some((count) => {
    if (count >= broken.length) return false
    const [first, ...rest] = broken.slice(-count)
    const from = first!.windows[0]?.[0]
    if (from === undefined || from === Number.NEGATIVE_INFINITY) return false
    // HOURS-9: the rest before may go on aboard, and end later.
    if (first!.boards || first!.lands) return false
    const best = { ...restedAt(from), hasPart: true, hasSplit: true }
    return spending(effort, share, (own) => {
      const [, done] = goneOn([{ ...first!, driving: 0 }, ...rest], best, mild, Infinity, own)
      return done < count && own.left > 0
    })
  })
}

/** HOURS-1: the first rule without which few states find a timeline up to a duty, alone or with those before it. */
function fewRuleOf(duties: readonly Duty[], duty: number, { start, law, effort }: Search): Rule | 'time' {
  const broken = duties.slice(0, duty + 1)
  return ruleWithout((left) =>
    spending(effort, shares.rule, (own) => {
      return goneOn(broken, start, without(law, left), few, own)[1] === broken.length
    }),
  )
}

/** The same where any state finds one; few are tried before all. */
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
