import type { Reading } from '@cartage/contract/reading/reading'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Faults, useFaults } from '../api/use-fields.ts'
import { type CodeLabels, useLabels } from '../records/code-labels.ts'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { DayInput, useReading } from '../ui/form/typed-time.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { AddOrSave, DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { dayOf } from '../ui/time/day-input.ts'
import { readDayStart } from '../ui/time/read-moment.ts'

/** A validity of a resource or company in list format. */
export interface ShownValidity {
  id: string
  type: string
  start_time: string
  end_time: string | null
  legal_end_time: string | null
  generate_unavailability: boolean
  external_id: string | null
  description: string | null
}
export type ValidityBody = Omit<ShownValidity, 'id'>

/** Members with a field that shows their errors. */
const members = ['type', 'start_time', 'end_time', 'legal_end_time', 'description']

/** Adds or edits a validity. */
export function ValidityDialog({
  types,
  labels,
  given,
  onClose,
  onSave,
}: {
  types: readonly string[]
  /** Labels of the types. */
  labels: CodeLabels
  /** The one to edit. Undefined for a new one. */
  given: ShownValidity | undefined
  onClose: () => void
  onSave: (body: ValidityBody) => Promise<unknown>
}) {
  const { t } = useLingui()
  const reading = useReading()
  const [draft, setDraft] = useState(() => draftOf(given))
  const { faults, setFaults, refused } = useFaults(members)
  const [isBusy, setIsBusy] = useState(false)

  async function submit() {
    const { type } = draft
    const times = timesOf(draft, given, reading)
    if (type === null) return setFaults({ type: t`Choose a type.` })
    const unread = Object.entries(times).flatMap(([member, at]) => (at === undefined ? [member] : []))
    if (unread.length > 0) {
      return setFaults(
        Object.fromEntries(unread.map((member) => [member, t`Date not recognised. Try 25-11, tomorrow, +2.`])),
      )
    }
    const { start_time = null, end_time = null, legal_end_time = null } = times
    if (start_time === null) return setFaults({ start_time: t`Enter a start date.` })
    setIsBusy(true)
    try {
      await onSave({
        type,
        start_time,
        end_time,
        legal_end_time,
        description: draft.description || null,
        generate_unavailability: draft.generates,
        external_id: given?.external_id ?? null,
      })
      onClose()
    } catch (error) {
      refused(error)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog isOpen onClose={onClose} title={given ? t`Edit certificate` : t`Add certificate`}>
      <Form
        label={given ? t`Edit certificate` : t`Add certificate`}
        onSubmit={submit}
        footer={<DialogFooter verb={<AddOrSave isNew={given === undefined} />} onClose={onClose} isBusy={isBusy} />}
      >
        <ValidityFields
          draft={draft}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          faults={faults}
          types={types}
          labels={labels}
        />
      </Form>
    </Dialog>
  )
}

/** A validity as typed, with days in the home zone. */
interface Draft {
  type: string | null
  start: string
  end: string
  legal: string
  description: string
  generates: boolean
}

function draftOf(given: ShownValidity | undefined): Draft {
  return {
    type: given?.type ?? null,
    start: dayOf(given?.start_time ?? Date.now()),
    end: dayOf(given?.end_time ?? null),
    legal: dayOf(given?.legal_end_time ?? null),
    description: given?.description ?? '',
    generates: given?.generate_unavailability ?? false,
  }
}

/** Instants to send. Undefined if a day is unreadable. An unchanged day keeps its instant. */
function timesOf(draft: Draft, given: ShownValidity | undefined, reading: Reading) {
  const before = given && draftOf(given)
  const at = (name: 'start' | 'end' | 'legal', instant: string | null | undefined) =>
    before?.[name] === draft[name] ? instant : readDayStart(draft[name], reading)
  return {
    start_time: at('start', given?.start_time),
    end_time: at('end', given?.end_time),
    legal_end_time: at('legal', given?.legal_end_time),
  }
}

function ValidityFields({
  draft,
  onChange,
  faults,
  types,
  labels,
}: {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  /** Errors by member of the body. */
  faults: Faults
  types: readonly string[]
  labels: CodeLabels
}) {
  const { t } = useLingui()
  const labelOf = useLabels(labels)
  const day = (label: string, member: string, name: 'start' | 'end' | 'legal') => (
    <Field label={label} fault={faults[member]}>
      {(input) => <DayInput {...input} value={draft[name]} onChange={(text) => onChange({ [name]: text })} />}
    </Field>
  )
  return (
    <>
      <Field label={t`Type`} fault={faults.type}>
        {(input) => (
          <Select
            {...input}
            choices={types.map((value) => ({ value, label: labelOf(value) }))}
            value={draft.type}
            onChange={(type) => onChange({ type })}
            placeholder={t`Choose…`}
          />
        )}
      </Field>
      {day(t`Valid from`, 'start_time', 'start')}
      <div className="grid grid-cols-2 gap-3">
        {day(t`Plan until`, 'end_time', 'end')}
        {day(t`Legal expiry`, 'legal_end_time', 'legal')}
      </div>
      <TextField
        label={t`Note`}
        fault={faults.description}
        value={draft.description}
        onChange={(text) => onChange({ description: text })}
      />
      <CheckField isOn={draft.generates} onChange={(generates) => onChange({ generates })}>
        <Trans>Block planning after expiry</Trans>
      </CheckField>
    </>
  )
}
