import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { useLabels } from '../../records/code-labels.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { type Choice, Select } from '../../ui/form/select.tsx'
import { Plus, Trash2 } from '../../ui/icons.tsx'
import { lineChoiceLabels, lineMemberLabels, partLabels } from '../block.labels.ts'
import { type ContractField, emptyOption, emptyValues, type FormValues, withKind } from './contract-fields.ts'
import { FactInput, RowFinders } from './fact-field.tsx'

/** Records that a member may refer to, by member: `index`, `table`, `of`. */
export type References = Readonly<Record<string, readonly Choice[]>>

interface FieldsProps {
  fields: readonly ContractField[]
  values: FormValues
  onChange: (values: FormValues) => void
  /** Errors by path. */
  faults: Readonly<Record<string, string>>
  /** Path prefix of these fields, ending in a dot, or empty. */
  path?: string
  /** Union kind that these fields belong to. */
  of?: string
  references: References
}

/** Fields of one object, built from the contract. */
export function ContractFields(props: FieldsProps) {
  const { fields, values, onChange } = props
  return fields.map((field) => (
    <OneField
      key={field.name}
      {...props}
      field={field}
      value={values[field.name]}
      onValue={(value) => onChange({ ...values, [field.name]: value })}
    />
  ))
}

type OneProps = FieldsProps & { field: ContractField; value: unknown; onValue: (value: unknown) => void }

function OneField(props: OneProps) {
  const { field } = props
  const references = props.references[field.name]
  if (references && field.kind === 'texts') return <ReferencesField {...props} choices={references} />
  if (references) return <ChoiceField {...props} choices={references} />
  switch (field.kind) {
    case 'union':
      return <UnionField {...props} field={field} />
    case 'rows':
      return <RowsField {...props} fields={field.fields} />
    case 'fact':
      return <FactField {...props} field={field} />
    case 'choice':
      return <EnumField {...props} field={field} />
    case 'flag':
      return <FlagField {...props} />
    case 'texts':
      return <RowFindersField {...props} />
    default:
      return <TextField {...props} />
  }
}

function useMemberLabel({ of = '' }: Pick<FieldsProps, 'of'>) {
  const word = useLabels(lineMemberLabels)
  return (name: string) => word(Object.hasOwn(lineMemberLabels, `${of}.${name}`) ? `${of}.${name}` : name)
}

/** Error of a field or of something within it. */
function faultAt({ faults, path = '', field }: OneProps): string | undefined {
  const name = path + field.name
  return faults[name] ?? Object.entries(faults).find(([one]) => one.startsWith(`${name}.`))?.[1]
}

function TextField(props: OneProps) {
  const { field, value, onValue } = props
  const word = useMemberLabel(props)
  const isFormula = field.name === 'formula'
  const shown = value === undefined || value === null ? '' : String(value)
  return (
    <Field label={word(field.name)} fault={faultAt(props)}>
      {(input) =>
        isFormula ? (
          <textarea
            {...input}
            rows={3}
            className="field h-auto w-full resize-y py-1 font-mono text-[12px]"
            spellCheck={false}
            value={shown}
            onChange={(event) => onValue(event.target.value)}
          />
        ) : (
          <input
            {...input}
            className="field tnum h-8 w-full"
            inputMode={field.kind === 'text' ? 'text' : 'decimal'}
            value={shown}
            onChange={(event) => onValue(event.target.value)}
          />
        )
      }
    </Field>
  )
}

function FlagField(props: OneProps) {
  const word = useMemberLabel(props)
  return (
    <CheckField isOn={props.value === true} onChange={props.onValue}>
      {word(props.field.name)}
    </CheckField>
  )
}

function EnumField(props: OneProps & { field: Extract<ContractField, { kind: 'choice' }> }) {
  const word = useLabels(lineChoiceLabels)
  // For a line charged per trip, consolidation is of orders on the trip.
  const codeOf = (value: string) => (props.field.name === 'consolidation' && value === 'TRIP' ? 'ON_TRIP' : value)
  const choices = props.field.values.map((value) => ({ value, label: word(codeOf(value)) }))
  return <ChoiceField {...props} choices={choices} />
}

/** Represents no value: a select has no empty one. */
const nothing = '\u0000'

function ChoiceField(props: OneProps & { choices: readonly Choice[] }) {
  const { t } = useLingui()
  const { field, value, onValue, choices } = props
  const word = useMemberLabel(props)
  const current = value === undefined || value === '' ? null : String(value)
  const isKnown = current === null || choices.some((one) => one.value === current)
  const all = [
    ...(field.isOptional && field.initial === undefined ? [{ value: nothing, label: t`Default` }] : []),
    ...choices,
    ...(isKnown ? [] : [{ value: current, label: current }]),
  ]
  return (
    <Field label={word(field.name)} fault={faultAt(props)}>
      {({ id, className, ...aria }) => (
        <Select
          {...aria}
          id={id}
          className={className}
          choices={all}
          value={current ?? (field.isOptional ? nothing : null)}
          onChange={(next) => onValue(next === nothing ? undefined : next)}
          placeholder={t`Choose…`}
        />
      )}
    </Field>
  )
}

/** Several records by code, such as the charge types that a percentage applies to. */
function ReferencesField(props: OneProps & { choices: readonly Choice[] }) {
  const { field, value, onValue, choices } = props
  const word = useMemberLabel(props)
  const chosen = (value ?? []) as readonly string[]
  const strange = chosen.filter((code) => !choices.some((one) => one.value === code))
  const fault = faultAt(props)
  return (
    <fieldset>
      <legend className="pb-1 text-[12px] font-medium text-ink-2">{word(field.name)}</legend>
      <div className="grid max-h-48 grid-cols-2 overflow-y-auto">
        {[...choices, ...strange.map((code) => ({ value: code, label: code }))].map((one) => (
          <CheckField
            key={one.value}
            isOn={chosen.includes(one.value)}
            onChange={(isOn) => onValue(isOn ? [...chosen, one.value] : chosen.filter((code) => code !== one.value))}
          >
            {one.label}
          </CheckField>
        ))}
      </div>
      {fault !== undefined && <Fault text={fault} />}
    </fieldset>
  )
}

function Fault({ text }: { text: string }) {
  return (
    <p role="alert" className="text-[12px] text-red">
      {text}
    </p>
  )
}

function FactField(props: OneProps & { field: Extract<ContractField, { kind: 'fact' }> }) {
  const word = useMemberLabel(props)
  return (
    <Field label={word(props.field.name)} fault={faultAt(props)}>
      {(input) => (
        <FactInput {...input} facts={props.field.facts} value={String(props.value ?? '')} onChange={props.onValue} />
      )}
    </Field>
  )
}

function RowFindersField(props: OneProps) {
  const word = useMemberLabel(props)
  const fault = faultAt(props)
  return (
    <fieldset>
      <legend className="pb-1 text-[12px] font-medium text-ink-2">{word(props.field.name)}</legend>
      <RowFinders value={(props.value ?? []) as readonly string[]} onChange={props.onValue} />
      {fault !== undefined && <Fault text={fault} />}
    </fieldset>
  )
}

/** One of several kinds, each with its own fields. An optional one starts empty. */
function UnionField(props: OneProps & { field: Extract<ContractField, { kind: 'union' }> }) {
  const { t } = useLingui()
  const { field, value, onValue, path = '' } = props
  const headId = useId()
  const word = useMemberLabel(props)
  const kindLabel = useLabels(partLabels)
  const values = value as FormValues | undefined
  const option = field.options.find((one) => one.value === values?.kind)
  const choices = [
    ...(field.isOptional ? [{ value: nothing, label: t`None` }] : []),
    ...field.options.map((one) => ({ value: one.value, label: kindLabel(one.value) })),
  ]
  function choose(kind: string) {
    if (kind === nothing) return onValue(undefined)
    const chosen = field.options.find((one) => one.value === kind)!
    onValue(values ? withKind(field.options, kind, values) : emptyOption(chosen))
  }
  return (
    <section aria-labelledby={headId} className="grid gap-2 rounded-lg border border-line px-3 pt-2 pb-3">
      <div className="flex items-center gap-3">
        <h3 id={headId} className="flex-1 font-medium">
          {word(field.name)}
        </h3>
        <Select
          label={word(field.name)}
          className="w-56"
          choices={choices}
          value={option?.value ?? nothing}
          onChange={choose}
        />
      </div>
      {option && values && (
        <div className="grid grid-cols-2 gap-x-3 gap-y-1 [&>fieldset]:col-span-2 [&>section]:col-span-2">
          <ContractFields
            {...props}
            fields={option.fields}
            values={values}
            onChange={onValue}
            path={`${path}${field.name}.`}
            of={option.value}
          />
        </div>
      )}
    </section>
  )
}

/** Prices by quantity, one per row. */
function RowsField({ field, fields, value, onValue, path = '', ...rest }: OneProps) {
  const { t } = useLingui()
  const word = useMemberLabel(rest)
  const rows = (value ?? []) as readonly FormValues[]
  const own = rest.faults[path + field.name]
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-[12px] font-medium text-ink-2">{word(field.name)}</legend>
      {own !== undefined && <Fault text={own} />}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and keep their place while they are typed
        <div key={at} className="flex items-end gap-2">
          <div className="grid min-w-0 flex-1 grid-cols-2 gap-2">
            <ContractFields
              {...rest}
              fields={fields}
              values={row}
              onChange={(next) => onValue(rows.with(at, next))}
              path={`${path}${field.name}.${at}.`}
            />
          </div>
          <IconButton
            icon={Trash2}
            label={t`Remove row`}
            disabled={rows.length === 1}
            onClick={() => onValue(rows.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button icon={Plus} className="justify-self-start" onClick={() => onValue([...rows, emptyValues(fields)])}>
        <Trans>Add row</Trans>
      </Button>
    </fieldset>
  )
}
