import { mostBatchRows } from '@cartage/contract/unavailabilities/app/batch'
import type { UnavailabilityRecord } from '@cartage/contract/unavailabilities/app/calendar'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useResourceChange } from '../records/resource.queries.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFoot } from '../ui/overlay/dialog-foot.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { instantOf, minuteOf } from '../ui/time/day-input.ts'
import { midnightOf } from '../ui/time/zone.ts'
import * as queries from './queries.ts'
import { reasonsFor, useReasonBadge } from './reason.words.tsx'
import { weeksUntil } from './repeat-weekly.ts'
import { useAbsenceActions } from './use-unavailability.ts'

/** What the dialog is opened with: a new one on some days, or one to be changed. */
export interface UnavailabilityDraft {
  resource: { id: string; name: string; type: string }
  start: number
  end: number | null
  /** The one to be changed; a new one when absent. */
  given?: UnavailabilityRecord
}

/** Adds or edits an unavailability. */
export function UnavailabilityDialog({ draft, onClose }: { draft: UnavailabilityDraft; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const badge = useReasonBadge()
  const change = useResourceChange()
  const absences = useAbsenceActions()
  const { resource, given } = draft
  const reasons = reasonsFor(resource.type)
  const [reason, setReason] = useState<string>(given?.reason ?? reasons[0]!)
  const [start, setStart] = useState(minuteOf(draft.start))
  const [end, setEnd] = useState(minuteOf(draft.end))
  const [description, setDescription] = useState(given?.description ?? '')
  const [until, setUntil] = useState('')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const failed = (error: unknown) => toasts.failed(failureOf(error))
  const choices = reasons.includes(reason) ? reasons : [reason, ...reasons]

  function submit() {
    const start_time = instantOf(start)
    if (start_time === null) return setFaults({ start_time: t`Enter a start.` })
    const end_time = instantOf(end)
    if (end_time !== null && end_time < start_time) return setFaults({ end_time: t`Ends before it starts.` })
    const external_id = given?.external_id ?? null
    const body = {
      start_time,
      end_time,
      reason,
      description,
      external_id,
    } as queries.UnavailabilityBody
    const weeks = until === '' ? [] : weeksUntil(body, until)
    if (weeks.length > mostBatchRows)
      return setFaults({ until: t`At most ${mostBatchRows} weeks. Choose an earlier end date.` })
    if (weeks.length > 0) return repeat(weeks)
    const work = () =>
      given ? queries.changeUnavailability(resource.id, given.id, body) : queries.addUnavailability(resource.id, body)
    change.mutate(work, {
      onSuccess(created) {
        onClose()
        toasts.done(t`${resource.name}: ${badge(reason).word}`, {
          word: t`Undo`,
          run: () => change.mutate(() => undo((created as UnavailabilityRecord).id), { onError: failed }),
        })
      },
      onError: refused,
    })
  }

  function repeat(weeks: readonly queries.UnavailabilityBody[]) {
    const rows = weeks.map((week, at) => ({ ...week, line: at + 1, resource: { id: resource.id } }))
    change.mutate(
      async () => {
        const results = await queries.addUnavailabilities(rows)
        const created = results.filter(({ outcome }) => outcome === 'CREATED')
        const message = results.find(({ outcome }) => outcome === 'REFUSED')?.message
        onClose()
        if (message) toasts.failed({ title: t`Some weeks were rejected`, message })
        if (created.length === 0) return
        toasts.done(
          t`${resource.name}: ${badge(reason).word}, ${plural(created.length, { one: '# week', other: '# weeks' })}`,
          {
            word: t`Undo`,
            run: () => change.mutate(() => queries.removeUnavailabilities(created), { onError: failed }),
          },
        )
      },
      { onError: refused },
    )
  }

  function refused(error: unknown) {
    const failure = failureOf(error)
    setFaults(Object.fromEntries(failure.items.map((item) => [item.path, item.message])))
    if (failure.items.length === 0) toasts.failed(failure)
  }

  async function undo(id: string): Promise<void> {
    if (given) await queries.changeUnavailability(resource.id, id, queries.bodyOf(given))
    else await queries.removeUnavailability(resource.id, id)
  }

  const time = (label: string, member: string, value: string, set: (value: string) => void) => (
    <Field label={label} fault={faults[member]}>
      {(input) => (
        <input {...input} type="datetime-local" value={value} onChange={(event) => set(event.target.value)} />
      )}
    </Field>
  )
  const title = given ? t`Edit unavailability for ${resource.name}` : t`Add unavailability for ${resource.name}`
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form
        label={title}
        onSubmit={submit}
        foot={
          <DialogFoot verb={<Trans>Save</Trans>} onClose={onClose} isBusy={change.isPending}>
            {given && (
              <Button
                icon={Trash2}
                onClick={() => {
                  onClose()
                  absences.remove(given)
                }}
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </DialogFoot>
        }
      >
        <Field label={t`Reason`} fault={faults.reason}>
          {(input) => (
            <Select
              {...input}
              choices={choices.map((value) => ({ value, label: badge(value).word }))}
              value={reason}
              onChange={setReason}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-3">
          {time(t({ message: 'From', context: 'time' }), 'start_time', start, setStart)}
          {time(t`Until (leave empty if unknown)`, 'end_time', end, setEnd)}
        </div>
        {!given && (
          <Field label={t`Repeat weekly until`} fault={faults.until}>
            {(input) => (
              <input
                {...input}
                type="date"
                value={until}
                min={start.slice(0, 10)}
                onChange={(event) => setUntil(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label={t`Remark`} fault={faults.description}>
          {(input) => <input {...input} value={description} onChange={(event) => setDescription(event.target.value)} />}
        </Field>
      </Form>
    </Dialog>
  )
}

/** Tomorrow, as a new unavailability begins with where no day was chosen. */
export function tomorrow(): { start: number; end: number } {
  const now = Date.now()
  return { start: midnightOf(now, 1), end: midnightOf(now, 2) }
}
