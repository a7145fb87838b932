import type { DriverOwnHours } from '@cartage/contract/doors/app/driver'
import { fill } from '@cartage/contract/message'
import { hoursText } from '@cartage/contract/reading/time-units'
import { useDriver } from './context.ts'
import { momentLabel } from './labels.ts'
import type { Texts } from './texts.ts'

/** HOURS-9: a rest may be taken aboard, in whole or in part. */
function pauseLabel(time: string, { is_aboard }: { is_aboard?: boolean | undefined }, { aboard }: Texts): string {
  return is_aboard ? fill(aboard, { time }) : time
}

/** Driving and rest times of the driver: driven, remaining, and rests due (HOURS-5). */
export function HoursCard({ hours }: { hours: DriverOwnHours }) {
  const { texts, language } = useDriver()
  const { today, week, fortnight, until_break_minutes: left, rest_by, weekly_rest_by, next_pause, known_until } = hours
  // If all transport is exempt, no limits apply and nothing is due (HOURS-8).
  if (fortnight.planned_minutes === 0 || week.limit_minutes === null) return null
  const span = (minutes: number) => hoursText(language, minutes)
  const spent = ({ driving_minutes: driven, limit_minutes }: typeof week) => {
    const limit = limit_minutes ?? driven
    const labels = { driven: span(driven), limit: span(limit), left: span(Math.abs(limit - driven)) }
    return fill(driven > limit ? texts.hoursOver : texts.hoursOf, labels)
  }
  const at = (instant: string) => momentLabel(instant, language)
  const pause = next_pause && pauseLabel(`${at(next_pause.start_at)} – ${at(next_pause.end_at)}`, next_pause, texts)
  const lines: [name: string, value: string | null][] = [
    [texts.today, spent(today)],
    [texts.untilBreak, left === null ? null : span(left)],
    [texts.nextPause, pause],
    [texts.restBy, rest_by && at(rest_by)],
    [texts.thisWeek, spent(week)],
    [texts.twoWeeks, spent(fortnight)],
    [texts.weeklyRestBy, weekly_rest_by && at(weekly_rest_by)],
  ]
  const source = hours.source === 'CARD' ? texts.fromCard : texts.fromVehicle
  return (
    <section className="card hours" aria-labelledby="hours">
      <h2 id="hours">{texts.hours}</h2>
      <dl>
        {lines.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p>{known_until === null ? texts.fromPlan : fill(source, { time: at(known_until) })}</p>
    </section>
  )
}
