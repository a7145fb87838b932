import type { Duty } from '../../trips/hours/duties.model.ts'
import type { Law } from '../../trips/hours/law.rules.ts'

/** State of a timeline after a number of slots. A run is the continuing rest. */
interface Moment {
  duty: number
  /** Slots left to drive to the duty, and to work there once it has begun. */
  drive: number
  work: number
  run: number
  since: number
  part: boolean
  begin: number
  driven: number
  split: boolean
  /** Extended days in the calendar week of `begin`, without the current one. */
  long: number
  short: number
  week: number
  inWeek: number
  before: number
  weekly: number
  /** Whether the last weekly rests were reduced, the most recent first. */
  shorts: readonly boolean[]
  /** Missing rest of these, and the slot by which it must be taken, the earliest first. */
  owed: readonly Owed[]
  /** An interrupted rest that continues. */
  cut: Interrupted | null
}

/** An interrupted rest: the slot at which it began, rested slots, number of interruptions, their slots. */
interface Interrupted {
  from: number
  rested: number
  times: number
  spent: number
  split: boolean
  long: boolean
}

/** Boarding and travelling aboard are two parts. */
interface Part extends Duty {
  isAboard?: boolean
}

function partsOf(duties: readonly Duty[]): Part[] {
  return duties.flatMap((duty): Part[] => {
    const { boards } = duty
    return boards ? [duty, { driving: 0, work: boards.aboard, windows: [], isAboard: true }] : [duty]
  })
}

interface Owed {
  slots: number
  due: number
}

/** Cases with more moments in a slot are skipped, so that many cases can be tested. */
const mostMoments = 2_000

/**
 * The oracle of the model of driving and rest time: enumerates every timeline on a grid, each slot driving, work or
 * rest, and every interpretation of each rest that the regulation allows. It has no heuristics about the best pauses.
 * For one driver, who comes from a weekly rest that ends with slot 0 or later.
 * @param grid minutes of a slot; every number of the duties and of the law is a multiple
 * @param horizon maximum number of slots
 * @param monday the slot at which a calendar week begins, and slots of a week
 * @returns the end of the earliest lawful timeline in slots; Infinity: there is none; undefined: too many to enumerate
 */
export function earliestEnd(
  asked: readonly Duty[],
  law: Law,
  { grid, horizon, monday, week }: { grid: number; horizon: number; monday: number; week: number },
): number | undefined {
  const duties = partsOf(asked)
  const slots = (minutes: number) => minutes / grid
  const weekAt = (slot: number) => Math.floor((slot - monday) / week)
  const most = {
    // Two reduced weekly rests may be compensated with the next one.
    run: slots(3 * law.weeklyRest - 2 * law.shortWeeklyRest),
    since: slots(law.untilBreak),
    day: slots(law.day),
    step: slots(law.longStep),
  }
  const latest = duties.map(({ windows }) => windows.at(-1)?.[1] ?? Infinity)
  /** Excludes timelines that can no longer be in time. */
  const isLate = ({ duty, drive, work }: Moment, now: number) =>
    work === -1 && duty < duties.length && (now + drive) * grid > latest[duty]!
  let layer = new Map<string, Moment>()
  const put = (to: Map<string, Moment>, moment: Moment) => {
    to.set(keyOf(moment), moment)
  }
  const first: Moment = {
    ...{ duty: 0, drive: slots(duties[0]!.driving), work: -1, run: 0, since: 0, part: false, begin: -1, driven: 0 },
    ...{
      split: false,
      long: 0,
      short: 0,
      week: weekAt(0),
      inWeek: 0,
      before: 0,
      weekly: 0,
      shorts: [],
      owed: [],
      cut: null,
    },
  }
  /** Everything that a rest from a slot on can compensate, with the remaining debt. */
  const payments = (owed: readonly Owed[], from: number) =>
    owed
      .reduce<Owed[][]>((found, one) => found.concat(found.map((some) => some.concat(one))), [[]])
      .filter((paid) => isPayable(paid, from))
      .map((paid) => ({ paid: sumOf(paid), left: owed.filter((one) => !paid.includes(one)) }))
  /** Every interpretation of the rest that ends now. */
  const ended = (moment: Moment, now: number): Moment[] => {
    const { run } = moment
    const none = { ...moment, run: 0, cut: null }
    // Before the first duty the driver is in the weekly rest.
    if (moment.begin === -1) return [{ ...none, begin: now, weekly: now }]
    if (run === 0) return [none]
    const length = run * grid
    const counted: Moment[] = [none]
    if (length >= law.firstPart) counted.push({ ...none, part: true })
    if (length >= law.break || (moment.part && length >= law.secondPart))
      counted.push({ ...none, since: 0, part: false })
    if (length >= law.splitFirst) counted.push(...counted.map((one) => ({ ...one, split: true })))
    for (const { paid, left } of payments(moment.owed, now - run)) {
      const rest = length - paid * grid
      // Article 8(2): only the part of the rest within 24 hours after the end of the last one counts.
      const inPeriod = Math.min(rest, (moment.begin - (now - run)) * grid + law.period)
      const day = {
        ...{ ...none, since: 0, part: false, begin: now, driven: 0, split: false, owed: left },
        long: weekAt(now) === weekAt(moment.begin) ? moment.long + (moment.driven > most.day ? 1 : 0) : 0,
      }
      const isRegular = inPeriod >= law.rest || (moment.split && inPeriod >= law.splitSecond)
      const isReduced = inPeriod >= law.shortRest
      if (isRegular) counted.push(day)
      if (isReduced && moment.short < law.shortRests) counted.push({ ...day, short: moment.short + 1 })
      const isInTime = (now - run - moment.weekly) * grid <= law.untilWeeklyRest
      const isOwed = law.weeklyRestsTogether > 2 && moment.shorts[0] && moment.shorts[1] && left.length > 0
      if (!isInTime || isOwed || Math.min(length, (moment.begin - (now - run)) * grid + law.period) < law.shortRest)
        continue
      const shorts = (isShort: boolean) => [isShort, ...moment.shorts].slice(0, law.weeklyRestsTogether - 1)
      const fresh = { ...day, short: 0, weekly: now }
      if (rest >= law.weeklyRest) counted.push({ ...fresh, shorts: shorts(false) })
      if (rest >= law.shortWeeklyRest && moment.shorts.filter(Boolean).length < law.shortWeeklyRests) {
        const short = slots(law.weeklyRest - rest)
        // HOURS-6: a rest that lasts until Monday is in two weeks, and counts for the later one (article 8(9)).
        const due = monday + (weekAt(now) + law.weeksToCompensate + 1) * week
        const owed = short > 0 && due < Infinity ? [...left, { slots: short, due }] : left
        counted.push({ ...fresh, shorts: shorts(true), owed })
      }
    }
    return counted.concat(afterCut(moment, now))
  }
  /** HOURS-9: interpretations of an interrupted rest that ends now. */
  const afterCut = (moment: Moment, now: number): Moment[] => {
    const { cut, run, begin, short } = moment
    if (!cut) return []
    const total = (cut.rested + run) * grid
    const inPeriod = (cut.rested + Math.min(run, begin - (now - run) + slots(law.period))) * grid
    const day = {
      ...{ ...moment, run: 0, cut: null, since: 0, part: false, begin: now, driven: 0, split: false },
      long: weekAt(now) === weekAt(begin) ? moment.long + (moment.driven > most.day ? 1 : 0) : 0,
    }
    const counted: Moment[] = []
    if (inPeriod >= law.interruptedRest || (cut.split && inPeriod >= law.splitSecond)) counted.push({ ...day, short })
    const [mayRest, mayLong] = mayBeWeekly(moment, cut)
    const fresh = { ...day, short: 0, weekly: now }
    const shorts = (isShort: boolean) => [isShort, ...moment.shorts].slice(0, law.weeklyRestsTogether - 1)
    if (inPeriod < law.shortRest) return counted
    if (mayLong && total >= law.weeklyRest) counted.push({ ...fresh, shorts: shorts(false) })
    if (mayRest && total >= law.shortWeeklyRest) {
      const owes = slots(law.weeklyRest - total)
      const due = monday + (weekAt(now) + law.weeksToCompensate + 1) * week
      const owed = owes > 0 && due < Infinity ? [...moment.owed, { slots: owes, due }] : moment.owed
      counted.push({ ...fresh, shorts: shorts(true), owed })
    }
    return counted
  }
  /** Whether an interrupted rest may be a reduced weekly one, and a regular one. */
  const mayBeWeekly = ({ weekly, shorts, owed }: Moment, { from, long }: Interrupted) => {
    const isInTime = !law.isAetr && (from - weekly) * grid <= law.untilWeeklyRest
    const isOwed = law.weeklyRestsTogether > 2 && shorts[0] && shorts[1] && owed.length > 0
    return [isInTime && !isOwed && shorts.filter(Boolean).length < law.shortWeeklyRests, isInTime && !isOwed && long]
  }
  /** The rest that continues after a number of work slots, as a new one or as a previously interrupted one. */
  const interrupts = (moment: Moment, now: number, { boards, lands, work }: Part): Moment[] => {
    const of = boards ?? lands
    if (!of || of.berth === 'NONE' || work === 0 || moment.begin === -1) return []
    const { run, cut } = moment
    const long = of.berth === 'CABIN' && of.aboard >= law.longCrossing
    const spent = slots(work)
    const cuts: Interrupted[] = []
    if (run > 0) cuts.push({ from: now - run, rested: run, times: 1, spent, split: moment.split, long })
    if (cut) {
      const { from, split } = cut
      const sums = { rested: cut.rested + run, times: cut.times + 1, spent: cut.spent + spent }
      cuts.push({ from, split, ...sums, long: cut.long && long })
    }
    const part = moment.part || run * grid >= law.firstPart
    const split = moment.split || run * grid >= law.splitFirst
    return cuts
      .filter((one) => one.times <= law.interruptions && one.spent * grid <= law.interruptedFor)
      .map((one) => ({ ...moment, run: 0, part, split, cut: one }))
  }
  const drives = (moment: Moment, now: number): Moment | undefined => {
    const next = { ...moment, drive: moment.drive - 1, since: moment.since + 1, driven: moment.driven + 1 }
    if (weekAt(now) !== next.week) {
      next.before = weekAt(now) === next.week + 1 ? next.inWeek : 0
      next.inWeek = 0
      next.week = weekAt(now)
    }
    next.inWeek += 1
    if (next.since > most.since) return undefined
    if (next.driven > most.day + most.step) return undefined
    if (next.driven > most.day && next.long >= law.longStepsOfWeek) return undefined
    if (next.inWeek * grid > law.week || (next.inWeek + next.before) * grid > law.fortnight) return undefined
    return next
  }
  /** Whether a daily rest and a weekly rest are still possible in time. */
  const canRest = (moment: Moment, end: number) => {
    const { begin, weekly, owed, cut } = moment
    const isPlain =
      (end - begin) * grid + law.shortRest <= law.period &&
      (end - weekly) * grid <= law.untilWeeklyRest &&
      isPayable(owed, end)
    return isPlain || (cut !== null && canGoOn(moment, cut, end))
  }
  /** HOURS-9: whether an interrupted rest that continues can become a daily rest, or a weekly one, in time. */
  const canGoOn = (moment: Moment, cut: Interrupted, end: number) => {
    const inPeriod = (begin: number) => cut.rested + (begin - end) + slots(law.period)
    const left = (least: number) => Math.max(0, slots(least) - cut.rested)
    const need = cut.split ? Math.min(law.splitSecond, law.interruptedRest) : law.interruptedRest
    const over = end + left(need)
    const isDaily = inPeriod(moment.begin) >= slots(need)
    if (isDaily && (over - moment.weekly) * grid <= law.untilWeeklyRest && isPayable(moment.owed, over)) return true
    const [mayRest, mayLong] = mayBeWeekly(moment, cut)
    if (!mayRest && !mayLong) return false
    const weekly = mayRest ? law.shortWeeklyRest : law.weeklyRest
    return inPeriod(moment.begin) >= slots(law.shortRest) && isPayable(moment.owed, end + left(weekly))
  }
  const isOpenAt = ({ windows }: Duty, now: number) =>
    windows.length === 0 || windows.some(([from, to]) => now * grid >= from && now * grid <= to)
  put(layer, first)
  put(layer, { ...first, begin: 0 })
  for (let now = 0; now <= horizon; now += 1) {
    // Steps without duration: a duty that is reached and has no work, and the one after it.
    const open = [...layer.values()]
    for (let one = open.pop(); one; one = open.pop()) {
      const duty = duties[one.duty]
      if (!duty) {
        if (canRest(one, now - one.run)) return now
        continue
      }
      const isOpen = one.work === -1 && one.drive === 0 && isOpenAt(duty, now)
      const isDone = one.work === 0
      if (isDone || (isOpen && duty.work === 0)) {
        const after = duties[one.duty + 1]
        const work = after?.isAboard ? slots(after.work) : -1
        const next = { ...one, duty: one.duty + 1, drive: after ? slots(after.driving) : 0, work }
        const key = keyOf(next)
        if (!layer.has(key)) {
          layer.set(key, next)
          open.push(next)
        }
      }
    }
    const next = new Map<string, Moment>()
    for (const one of layer.values()) {
      if (next.size > mostMoments) return undefined
      const duty = duties[one.duty]
      if (!duty || one.work === 0 || isLate(one, now)) continue
      if (duty.isAboard) {
        const rests = { work: one.work - 1 }
        put(next, { ...one, ...rests, run: Math.min(one.run + 1, most.run) })
        for (const state of ended(one, now))
          if (one.run > 0 && isCounted(state, one)) put(next, { ...state, ...rests, run: 1 })
        continue
      }
      if (one.work > 0) {
        const worked = { ...one, work: one.work - 1 }
        if (canRest(worked, now + 1)) put(next, worked)
        continue
      }
      put(next, { ...one, run: Math.min(one.run + 1, most.run) })
      const isBoarded = one.drive === 0 && isOpenAt(duty, now)
      for (const state of isBoarded ? interrupts(one, now, duty) : []) {
        const worked = { ...state, work: slots(duty.work) - 1 }
        if (canRest(worked, now + 1)) put(next, worked)
      }
      for (const state of ended(one, now)) {
        // A moment of work separates two rests.
        if (one.run > 0 && isCounted(state, one)) put(next, { ...state, run: 1 })
        if (state.drive > 0) {
          const driven = drives(state, now)
          if (driven && canRest(driven, now + 1)) put(next, driven)
          continue
        }
        if (isOpenAt(duty, now) && duty.work > 0) {
          const worked = { ...state, work: slots(duty.work) - 1 }
          if (canRest(worked, now + 1)) put(next, worked)
        }
      }
    }
    if (next.size > mostMoments) return undefined
    layer = next
  }
  return Infinity
}

const sumOf = (owed: readonly Owed[]) => owed.reduce((sum, one) => sum + one.slots, 0)

/** Whether all compensations can be rested in time, one after another, with no other activity from a slot on. */
function isPayable(owed: readonly Owed[], from: number): boolean {
  return owed.every(({ due }, at) => from + sumOf(owed.slice(0, at + 1)) <= due)
}

/** Whether a rest counts: one that ends a day must end later than the last one. */
function isCounted(state: Moment, before: Moment): boolean {
  const { begin, since, part, split } = before
  return state.begin !== begin || state.since !== since || state.part !== part || state.split !== split
}

/** One character per number: none is less than -1, and short strings without digits are fast to compare in millions. */
function keyOf(one: Moment): string {
  const { duty, drive, work, run, since, part, begin, driven, split, long, short, week, inWeek, before } = one
  const isPart = (part ? 1 : 0) + (split ? 2 : 0)
  const shorts = one.shorts.reduce((bits, isShort) => 2 * bits + (isShort ? 1 : 0), 1)
  const [day, weeks] = [begin + 1, week + 1]
  // In one call: a concatenated string is slower to look up.
  const key = String.fromCharCode(
    duty,
    drive,
    work + 1,
    run,
    since,
    isPart,
    day,
    driven,
    long,
    short,
    weeks,
    inWeek,
    before,
    one.weekly,
    shorts,
  )
  const owed = one.owed.flatMap(({ slots, due }) => [slots, due])
  if (one.cut) {
    const { from, rested, times, spent } = one.cut
    owed.push(0xffff, from, rested, times, spent, (one.cut.split ? 1 : 0) + (one.cut.long ? 2 : 0))
  }
  return owed.length === 0 ? key : key + String.fromCharCode(...owed)
}
