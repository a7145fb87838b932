import { readDay } from '@cartage/contract/reading/day'
import { mostBatchRows } from '@cartage/contract/unavailabilities/app/batch'
import type { UnavailabilityRecord } from '@cartage/contract/unavailabilities/app/calendar'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { failureOf } from '../api/failure.ts'
import { type Faults, useFaults } from '../api/use-fields.ts'
import { useResourceChange } from '../records/resource.queries.ts'
import { useReading } from '../ui/form/typed-time.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { momentText, readMoment } from '../ui/time/read-moment.ts'
import * as queries from './queries.ts'
import { useReasonBadge } from './reason.labels.tsx'
import { weeksUntil } from './repeat-weekly.ts'
import type { UnavailabilityForm } from './unavailability.form.tsx'
import type { UnavailabilityDraft } from './unavailability-draft.ts'

/** Members with a field that shows their errors. */
const members = ['start_time', 'end_time', 'reason', 'description', 'until']

/** Saves the form, once or for each week, with an undo. Errors are kept by member. */
export function useSaveUnavailability(draft: UnavailabilityDraft, onClose: () => void, onSaved?: () => void) {
  const { t } = useLingui()
  const toasts = useToasts()
  const badge = useReasonBadge()
  const change = useResourceChange()
  const read = useReadForm(draft)
  const { faults, setFaults, refused } = useFaults(members)
  const { resource, given } = draft
  const failed = (error: unknown) => toasts.failed(failureOf(error))

  function save(form: UnavailabilityForm) {
    const { faults: found, body, weeks } = read(form)
    if (found) return setFaults(found)
    if (weeks.length > 0) return repeat(weeks)
    const work = () =>
      given ? queries.changeUnavailability(resource.id, given.id, body) : queries.addUnavailability(resource.id, body)
    change.mutate(work, {
      onSuccess(created) {
        onClose()
        onSaved?.()
        toasts.done(t`${resource.name}: ${badge(body.reason).word}`, {
          word: t`Undo`,
          run: () => change.mutate(() => undo((created as UnavailabilityRecord).id), { onError: failed }),
        })
      },
      onError: refused,
    })
  }

  function repeat(weeks: readonly queries.UnavailabilityBody[]) {
    const rows = weeks.map((week, at) => ({ ...week, line: at + 1, resource: { id: resource.id } }))
    const { word } = badge(weeks[0]!.reason)
    change.mutate(
      async () => {
        const results = await queries.addUnavailabilities(rows)
        const created = results.filter(({ outcome }) => outcome === 'CREATED')
        const message = results.find(({ outcome }) => outcome === 'REFUSED')?.message
        onClose()
        if (message) toasts.failed({ title: t`Some weeks were rejected`, message })
        if (created.length === 0) return
        toasts.done(t`${resource.name}: ${word}, ${plural(created.length, { one: '# week', other: '# weeks' })}`, {
          word: t`Undo`,
          run: () => change.mutate(() => queries.removeUnavailabilities(created), { onError: failed }),
        })
      },
      { onError: refused },
    )
  }

  async function undo(id: string): Promise<void> {
    if (given) await queries.changeUnavailability(resource.id, id, queries.bodyOf(given))
    else await queries.removeUnavailability(resource.id, id)
  }

  return { save, faults, isBusy: change.isPending }
}

type Read =
  | { faults: Faults; body?: never; weeks?: never }
  /** `weeks` is empty without repetition. */
  | { faults?: never; body: queries.UnavailabilityBody; weeks: readonly queries.UnavailabilityBody[] }

/** Parses the form into a request, or its errors. */
function useReadForm({ given, start, end }: UnavailabilityDraft): (form: UnavailabilityForm) => Read {
  const { t } = useLingui()
  const reading = useReading()
  // An unchanged time is sent as it was, because the fields show no seconds.
  const startOf = (text: string) => (given && text === momentText(start) ? given.start_time : readMoment(text, reading))
  const endOf = (text: string) => (given && text === momentText(end) ? given.end_time : readMoment(text, reading, true))
  return (form): Read => {
    const unread = t`Date not recognised. Try 25-11 8:00 or tomorrow.`
    const start_time = startOf(form.start)
    const end_time = endOf(form.end)
    if (start_time === null) return { faults: { start_time: t`Enter a start.` } }
    if (start_time === undefined) return { faults: { start_time: unread } }
    if (end_time === undefined) return { faults: { end_time: unread } }
    if (end_time !== null && end_time < start_time) return { faults: { end_time: t`Ends before it starts.` } }
    const { reason, description } = form
    const external_id = given?.external_id ?? null
    const body = { start_time, end_time, reason, description, external_id } as queries.UnavailabilityBody
    if (form.until.trim() === '') return { body, weeks: [] }
    const until = readDay(form.until, reading.today, reading.language)
    if (until === undefined) return { faults: { until: t`Date not recognised. Try 25-11, tomorrow, +2.` } }
    const weeks = weeksUntil(body, until)
    if (weeks.length === 0) return { faults: { until: t`Ends before it starts.` } }
    if (weeks.length > mostBatchRows) {
      return { faults: { until: t`At most ${mostBatchRows} weeks. Choose an earlier end date.` } }
    }
    return { body, weeks }
  }
}
