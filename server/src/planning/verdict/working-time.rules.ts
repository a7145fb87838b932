import { msg, type Sentence } from '@cartage/contract/message'
import { instantOf, instantText, localTime } from '../../locations/local-time.rules.ts'
import type { DriverRecord } from '../../trips/hours/driven.rules.ts'
import type { Duty } from '../../trips/hours/duties.model.ts'
import type { Law, Rule } from '../../trips/hours/law.rules.ts'
import { type WorkDuty, type WorkingRule, workingBreaches } from '../../trips/hours/working-time.rules.ts'
import type { Facts, Reason, ResourceFacts } from '../facts/rules.ts'

/** The four night hours for goods drivers, in the tenant's time zone. */
const [nightFrom, nightTo] = ['00:00', '04:00']

/** A breach of working time at a visit. */
export interface WorkingFault<Visit> {
  rule: WorkingRule
  visit: Visit
}

/** Planned time of a visit, as ISO 8601. */
interface Planned {
  from: string
}

interface Ground<Visit> {
  facts: Pick<Facts, 'settings' | 'time_zone'>
  dutiesOf: (visits: readonly Visit[]) => Duty[]
  record: DriverRecord | undefined
}

const epochMinutes = (instant: string) => Date.parse(instant) / 60_000

/**
 * HOURS-7: where a plan breaks working time limits, including earlier card records. Independent of driving and rest
 * times, for tenants that have enabled it (FIT-7).
 */
export function workingTimeOf<Visit extends Planned>(
  visits: readonly Visit[],
  { drivers }: Law,
  { facts, dutiesOf, record }: Ground<Visit>,
): WorkingFault<Visit>[] {
  if (facts.settings.limits.working_time === 'OFF') return []
  const done = (record?.activities ?? []).flatMap(({ from, to, kind }): WorkDuty[] => {
    const [begin, end] = [epochMinutes(from), epochMinutes(to)]
    return kind === 'DRIVING' || kind === 'WORKING' ? [{ driving: 0, work: end - begin, begin }] : []
  })
  const until = record?.activities.at(-1)?.to
  const planned = until === undefined ? visits : visits.filter(({ from }) => epochMinutes(from) >= epochMinutes(until))
  // Two drivers share the driving: while one is at the wheel, the other is available.
  const duties = dutiesOf(planned).map(({ driving, work, windows }): WorkDuty => {
    return { driving: driving / drivers, work, begin: windows[0]![0] }
  })
  return workingBreaches([...done, ...duties], nightIn(facts.time_zone)).flatMap(({ rule, duty }) => {
    const visit = planned[duty - done.length]
    return visit ? [{ rule, visit }] : []
  })
}

/** Minutes of night work between two instants, in minutes since 1970. */
function nightIn(zone: string) {
  return (from: number, to: number): number => {
    let sum = 0
    const dates = new Set<string>()
    for (let at = from - 1440; at < to + 1440; at += 720) dates.add(localTime(instantText(at * 60_000), zone).date)
    for (const date of dates) {
      const [begin, end] = [nightFrom, nightTo].map((time) => epochMinutes(instantOf(date, time, zone)))
      sum += Math.max(0, Math.min(to, end!) - Math.max(from, begin!))
    }
    return sum
  }
}

/** Reason codes of working time rules. */
export const workingCodes: Record<WorkingRule, Reason['code']> = {
  unbroken: 'working_break',
  breaks: 'working_break',
  night: 'working_night',
  working_week: 'working_week',
}

/** Whether a rule is about working time. */
export function isWorkingRule(rule: Rule | WorkingRule): rule is WorkingRule {
  return rule in workingCodes
}

/** The reason names the article. */
export function workingMessage(rule: WorkingRule, { name }: ResourceFacts, place: Sentence): Sentence {
  if (rule === 'unbroken') {
    return msg`${name} would work more than six hours without a break until ${place} (Directive 2002/15/EC, article 5). Plan a break (estimate).`
  }
  if (rule === 'breaks') {
    return msg`${name} has less than 30 minutes of breaks in a day of more than six hours of work, or less than 45 in one of more than nine, until ${place} (Directive 2002/15/EC, article 5). Plan a break (estimate).`
  }
  if (rule === 'night') {
    return msg`${name} would work more than ten hours in a day with work at night until ${place} (Directive 2002/15/EC, article 7). Plan it at another time, or choose another driver (estimate).`
  }
  return msg`${name} would work more than 60 hours in a week until ${place} (Directive 2002/15/EC, article 4). Choose another driver (estimate).`
}
