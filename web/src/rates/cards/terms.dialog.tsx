import { Assignment, RateCardDoc } from '@cartage/contract/rates/app/rate-card'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../ui/form/form.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { ConditionsForm, conditionsToSend, conditionsToShow } from '../form/conditions.form.tsx'
import { ContractFields } from '../form/contract.form.tsx'
import { type FormValues, faultsOf, fieldsOf } from '../form/contract-fields.ts'
import { type RatePage, recordsQuery } from '../queries.ts'
import type { Days } from '../validity.ts'
import { DaysForm, useDaysFault } from '../versions/days.form.tsx'
import { AssignmentsForm } from './assignments.form.tsx'
import type { CardDraft } from './card-doc.ts'

const fields = fieldsOf(RateCardDoc)
const named = (...names: string[]) => fields.filter(({ name }) => names.includes(name))

/** Assignments, validity and general terms of a card. */
export function TermsDialog({
  draft,
  record,
  isBusy,
  onClose,
  onSave,
}: {
  draft: CardDraft
  record: RatePage
  isBusy: boolean
  onClose: () => void
  onSave: (draft: CardDraft) => void
}) {
  const { t } = useLingui()
  const language = useReaderLanguage()
  const [days, setDays] = useState<Days>({ valid_from: draft.valid_from, valid_to: draft.valid_to })
  const [values, setValues] = useState<FormValues>(draft.doc)
  const [assignments, setAssignments] = useState<readonly FormValues[]>(draft.doc.assignments)
  const [conditions, setConditions] = useState(conditionsToShow(draft.doc.when as readonly FormValues[], language))
  const [faults, setFaults] = useState<Record<string, string>>({})
  const fault = useDaysFault(days)
  const includes = useIncludable(record)
  const part = { values, onChange: setValues, faults, references: { includes } }

  function submit() {
    const doc = { ...values, assignments, when: conditionsToSend(conditions, language) }
    const found = { ...assignmentFaults(assignments), ...faultsOf(RateCardDoc, doc) }
    setFaults(found)
    if (fault === undefined && Object.keys(found).length === 0) onSave({ ...days, doc: RateCardDoc.parse(doc) })
  }

  return (
    <Dialog isOpen onClose={onClose} title={t`Card terms`} className="w-[680px]">
      <Form
        label={t`Card terms`}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} isBusy={isBusy} />}
      >
        <DaysForm days={days} onChange={setDays} fault={fault} />
        <AssignmentsForm values={assignments} onChange={setAssignments} faults={faults} />
        <div className="grid grid-cols-2 gap-3">
          <ContractFields {...part} fields={named('date_of', 'consolidation', 'contract_number')} />
        </div>
        {includes.length > 0 && <ContractFields {...part} fields={named('includes')} />}
        <ConditionsForm values={conditions} onChange={(next) => setConditions([...next])} faults={faults} path="when" />
      </Form>
    </Dialog>
  )
}

function assignmentFaults(assignments: readonly FormValues[]): Record<string, string> {
  const each = assignments.map((one, at) =>
    Object.entries(faultsOf(Assignment, one)).map(([path, text]) => [`assignments.${at}.${path}`, text]),
  )
  return Object.fromEntries(each.flat())
}

/** Other cards whose lines can be included: same side and currency. */
function useIncludable({ code, side, currency }: RatePage) {
  const cards = useQuery(recordsQuery('RATE_CARD')).data?.items ?? []
  return cards
    .filter((one) => one.code !== code && one.side === side && one.currency === currency)
    .map((one) => ({ value: one.code, label: `${one.code} · ${one.name}` }))
}
