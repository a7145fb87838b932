import { type RateLine as Line, RateLine } from '@cartage/contract/rates/app/rate-card'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { useLabels } from '../../records/code-labels.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { Select } from '../../ui/form/select.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { blockLabels } from '../block.labels.ts'
import { ConditionsForm, conditionsToSend, conditionsToShow } from '../form/conditions.form.tsx'
import { ContractFields, type References } from '../form/contract.form.tsx'
import {
  type ContractField,
  emptyOption,
  emptyValues,
  type FormValues,
  faultsOf,
  fieldsOf,
  valuesToSend,
  valuesToShow,
  withKind,
} from '../form/contract-fields.ts'
import { useChargeTypes, useNamedRecords } from '../use-voice.ts'
import { newKey } from './card-doc.ts'

const fields = fieldsOf(RateLine)
const named = (...names: string[]) => fields.filter(({ name }) => names.includes(name))
const [blockField] = named('block') as Extract<ContractField, { kind: 'union' }>[]
const blocks = blockField!.options

interface LineDialogProps {
  /** Undefined for a new line. */
  line: Line | undefined
  side: 'SALES' | 'COST' | null
  /** Keys of the other lines. */
  taken: readonly string[]
  isBusy: boolean
  onClose: () => void
  onSave: (line: Line) => void
}

/** Adds or edits a line of a card: its charge type, amount and conditions. */
export function LineDialog({ line, side, taken, isBusy, onClose, onSave }: LineDialogProps) {
  const { t } = useLingui()
  const { values, setValues, conditions, setConditions, faults, read } = useLineForm(line, taken)
  const references = useReferences(side)
  const block = values.block as FormValues
  const part = { values, onChange: setValues, faults, references }

  function submit() {
    const sent = read()
    if (sent !== undefined) onSave(sent)
  }

  return (
    <Dialog isOpen onClose={onClose} title={line ? t`Edit line` : t`Add line`} className="w-[680px]">
      <Form
        label={t`Line`}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} isBusy={isBusy} />}
      >
        <div className="grid grid-cols-2 gap-3">
          <ContractFields {...part} fields={named('type', 'scope')} />
        </div>
        <BlockKind block={block} onChange={(next) => setValues({ ...values, block: next })} />
        <div className="grid grid-cols-2 gap-x-3 gap-y-1 [&>fieldset]:col-span-2 [&>section]:col-span-2">
          <ContractFields
            {...part}
            fields={blocks.find(({ value }) => value === block.kind)?.fields ?? []}
            values={block}
            onChange={(next) => setValues({ ...values, block: next })}
            path="block."
            of={String(block.kind)}
          />
        </div>
        <ConditionsForm values={conditions} onChange={setConditions} faults={faults} path="when" />
        <details open={Object.keys(faults).some((path) => ['key', 'group', 'max'].includes(path))}>
          <summary className="cursor-pointer font-medium">
            <Trans>Limits, texts and exceptions</Trans>
          </summary>
          <div className="grid grid-cols-3 gap-x-3 gap-y-1 pt-2">
            <ContractFields {...part} fields={named('min', 'max', 'round', 'role', 'approval', 'group')} />
          </div>
          <div className="grid grid-cols-[1fr_2fr] gap-x-3 pt-1">
            {line === undefined ? <ContractFields {...part} fields={named('key')} /> : <LineKey name={line.key} />}
            <ContractFields {...part} fields={named('description')} />
          </div>
          <div className="pt-2">
            <ContractFields {...part} fields={named('on_cancel')} />
          </div>
        </details>
      </Form>
    </Dialog>
  )
}

/** Form values of a line, and the line built from them. */
function useLineForm(line: Line | undefined, taken: readonly string[]) {
  const language = useReaderLanguage()
  const shown = useMemo(() => (line ? valuesToShow(fields, line as FormValues, language) : undefined), [line, language])
  const [values, setValues] = useState<FormValues>(
    shown ?? { ...emptyValues(named('scope', 'on_cancel')), type: '', block: emptyOption(blocks[0]!) },
  )
  const [conditions, setConditions] = useState<readonly FormValues[]>(
    conditionsToShow((line?.when ?? []) as readonly FormValues[], language),
  )
  const [faults, setFaults] = useState<Record<string, string>>({})
  function read(): Line | undefined {
    const typed = { ...valuesToSend(fields, { ...values, when: [] }, language) }
    const key = typed.key ?? newKey(String(typed.type ?? ''), taken)
    const sent = { ...typed, key, when: conditionsToSend(conditions, language) }
    const found = faultsOf(RateLine, sent)
    setFaults(found)
    return Object.keys(found).length > 0 ? undefined : RateLine.parse(sent)
  }
  return { values, setValues, conditions, setConditions, faults, read }
}

function useReferences(side: 'SALES' | 'COST' | null): References {
  const types = useChargeTypes(side)
  const allTypes = useChargeTypes(null)
  const { tables, indexes } = useNamedRecords()
  return { type: types, of: allTypes, table: tables, index: indexes }
}

function BlockKind({ block, onChange }: { block: FormValues; onChange: (block: FormValues) => void }) {
  const { t } = useLingui()
  const word = useLabels(blockLabels)
  return (
    <Field label={t`Calculation`} fault={undefined}>
      {({ id, className }) => (
        <Select
          id={id}
          className={className}
          choices={blocks.map(({ value }) => ({ value, label: word(value) }))}
          value={String(block.kind)}
          onChange={(kind) => onChange(withKind(blocks, kind, block))}
        />
      )}
    </Field>
  )
}

/** Key of an existing line. It identifies the line's charges, so it cannot change. */
function LineKey({ name }: { name: string }) {
  const { t } = useLingui()
  return (
    <Field label={t`Line key`} fault={undefined}>
      {(input) => <input {...input} readOnly value={name} title={t`The key identifies the charges of the line.`} />}
    </Field>
  )
}
