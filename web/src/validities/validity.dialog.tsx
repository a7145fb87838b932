import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { type CodeWords, useWords } from '../records/code-words.ts'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFoot } from '../ui/overlay/dialog-foot.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { dayOf, instantOf } from '../ui/time/day-input.ts'

/** A validity of a resource or a company, as lists show it. */
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

/** Adds or changes a validity. */
export function ValidityDialog({
  types,
  words,
  given,
  onClose,
  onSave,
}: {
  types: readonly string[]
  /** The types in words. */
  words: CodeWords
  /** The one to be changed; a new one when absent. */
  given: ShownValidity | undefined
  onClose: () => void
  onSave: (body: ValidityBody) => Promise<unknown>
}) {
  const { t } = useLingui()
  const wordOf = useWords(words)
  const tell = useToasts()
  const [type, setType] = useState(given?.type ?? null)
  const [start, setStart] = useState(dayOf(given?.start_time ?? Date.now()))
  const [end, setEnd] = useState(dayOf(given?.end_time ?? null))
  const [legal, setLegal] = useState(dayOf(given?.legal_end_time ?? null))
  const [description, setDescription] = useState(given?.description ?? '')
  const [generates, setGenerates] = useState(given?.generate_unavailability ?? false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isBusy, setIsBusy] = useState(false)

  async function submit() {
    const start_time = instantOf(start)
    if (type === null) return setFaults({ type: t`Choose a type.` })
    if (start_time === null) return setFaults({ start_time: t`Enter a start date.` })
    setIsBusy(true)
    try {
      await onSave({
        type,
        start_time,
        end_time: instantOf(end),
        legal_end_time: instantOf(legal),
        description: description || null,
        generate_unavailability: generates,
        external_id: given?.external_id ?? null,
      })
      onClose()
    } catch (error) {
      const failure = failureOf(error)
      setFaults(Object.fromEntries(failure.items.map((item) => [item.path, item.message])))
      if (failure.items.length === 0) tell.failed(failure)
    } finally {
      setIsBusy(false)
    }
  }

  const day = (label: string, member: string, value: string, change: (value: string) => void) => (
    <Field label={label} fault={faults[member]}>
      {(input) => <input {...input} type="date" value={value} onChange={(event) => change(event.target.value)} />}
    </Field>
  )
  return (
    <Dialog isOpen onClose={onClose} title={given ? t`Edit certificate` : t`Add certificate`}>
      <Form
        label={given ? t`Edit certificate` : t`Add certificate`}
        onSubmit={submit}
        foot={<DialogFoot verb={<Trans>Save</Trans>} onClose={onClose} isBusy={isBusy} />}
      >
        <Field label={t`Type`} fault={faults.type}>
          {(input) => (
            <Select
              {...input}
              choices={types.map((value) => ({ value, label: wordOf(value) }))}
              value={type}
              onChange={setType}
              placeholder={t`Choose…`}
            />
          )}
        </Field>
        {day(t`Valid from`, 'start_time', start, setStart)}
        <div className="grid grid-cols-2 gap-3">
          {day(t`Plan until`, 'end_time', end, setEnd)}
          {day(t`Legal expiry`, 'legal_end_time', legal, setLegal)}
        </div>
        <Field label={t`Remark`} fault={faults.description}>
          {(input) => <input {...input} value={description} onChange={(event) => setDescription(event.target.value)} />}
        </Field>
        <CheckField isOn={generates} onChange={setGenerates}>
          <Trans>Block planning after expiry</Trans>
        </CheckField>
      </Form>
    </Dialog>
  )
}
