import { numberText, readNumber } from '@cartage/contract/reading/number'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useId, useState } from 'react'
import { useCountries, useCurrencies, useLocales, useTimeZones } from '../../records/code-lists.ts'
import { usePaymentTerms } from '../../records/payment-terms.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberChoices, numberFault } from '../../ui/form/number-reading.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { type Choice, Select } from '../../ui/form/select.tsx'
import { Plus, Trash2 } from '../../ui/icons.tsx'
import { useChoiceLabel, useSettingLabel } from './member.labels.ts'
import { emptyValues, type FormValues, type SchemaField } from './schema-fields.ts'

// Loaded on first use.
const ListCombobox = lazy(async () => ({ default: (await import('../../ui/form/list-combobox.tsx')).ListCombobox }))

/** Represents null or an empty text: a select has no empty value. */
const nothing = '\u0000'

/** Labels of an open yes/no choice without a default of the tenant. */
const nullLabels: Readonly<Record<string, MessageDescriptor>> = {
  includes_subcontractors: msg`By the rules of the country`,
}

/** Props shared by the fields of a form. */
interface FieldsProps {
  fields: readonly SchemaField[]
  values: FormValues
  onChange: (values: FormValues) => void
  /** Errors by path. */
  faults: Readonly<Record<string, string>>
  /** Path prefix of these fields, ending in a dot, or empty. */
  path?: string
  isReadOnly?: boolean
  /** Codes of other entries that members may refer to, by member. */
  references?: Readonly<Record<string, readonly string[]>>
}

/** Fields of one record, built from the contract. */
export function SchemaFields(props: FieldsProps) {
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

type OneProps = FieldsProps & { field: SchemaField; value: unknown; onValue: (value: unknown) => void }

function OneField(props: OneProps) {
  const { field, references } = props
  const codes = references?.[field.name]
  if (codes) return <ChoiceField {...props} codes={codes} />
  if (Object.hasOwn(listed, field.name)) return <ListedField {...props} useChoices={listed[field.name]!} />
  if (field.kind === 'group') return <GroupField {...props} fields={field.fields} />
  if (field.kind === 'rows') return <RowsField {...props} fields={field.fields} />
  if (field.kind === 'choices') return <ChoicesField {...props} codes={field.values} />
  if (field.kind === 'choice') return <ChoiceField {...props} codes={field.values} />
  if (field.kind === 'flag') return <FlagField {...props} />
  if (field.kind === 'texts') return <TextsField {...props} />
  if (field.kind === 'number') return <NumberField {...props} />
  return <TextField {...props} />
}

/** Text members of the contract with codes of a long list. */
const listed: Readonly<Record<string, () => readonly Choice[]>> = {
  time_zone: useTimeZones,
  locale: useLocales,
  currency: useCurrencies,
  accounting_currency: useCurrencies,
  country: useCountries,
  payment_term: usePaymentTerms,
}

/** What an empty code of a long list means, unless it is the tenant's own value. */
const emptyLabels: Readonly<Record<string, MessageDescriptor>> = {
  payment_term: msg`Default: 30 days`,
}

function ListedField({ useChoices, ...props }: OneProps & { useChoices: () => readonly Choice[] }) {
  const { field, value, onValue, faults, path = '', isReadOnly = false } = props
  const word = useSettingLabel()
  const { t } = useLingui()
  const none = field.isNullable ? [{ value: '', label: t(emptyLabels[field.name] ?? msg`Organisation default`) }] : []
  const choices = [...none, ...useChoices()]
  return (
    <Field label={word(field.name)} fault={faults[path + field.name]}>
      {(input) => (
        <Suspense fallback={null}>
          <ListCombobox
            {...input}
            listKey={field.name}
            choices={choices}
            value={String(value ?? '')}
            onChange={onValue}
            disabled={isReadOnly}
          />
        </Suspense>
      )}
    </Field>
  )
}

function TextField({ field, value, onValue, faults, path = '', isReadOnly = false }: OneProps) {
  const word = useSettingLabel()
  return (
    <Field label={word(field.name)} fault={faults[path + field.name]}>
      {(input) => {
        const shown = { ...input, readOnly: isReadOnly, value: String(value ?? '') }
        if (!field.isLong) return <input {...shown} onChange={(event) => onValue(event.target.value)} />
        const look = 'field h-auto w-full resize-y py-1'
        return <textarea {...shown} className={look} rows={5} onChange={(event) => onValue(event.target.value)} />
      }}
    </Field>
  )
}

/** Several texts, such as codes, one per line. */
function TextsField({ field, value, onValue, faults, path = '', isReadOnly = false }: OneProps) {
  const { t } = useLingui()
  const word = useSettingLabel()
  const name = path + field.name
  const fault = faults[name] ?? Object.entries(faults).find(([one]) => one.startsWith(`${name}.`))?.[1]
  return (
    <Field
      label={word(field.name)}
      fault={fault}
      side={<span className="text-[12px] text-ink-3">{t`One per line`}</span>}
    >
      {(input) => (
        <textarea
          {...input}
          className="field h-auto w-full resize-y py-1"
          rows={4}
          readOnly={isReadOnly}
          value={(value as readonly string[]).join('\n')}
          onChange={(event) => onValue(event.target.value.split('\n'))}
        />
      )}
    </Field>
  )
}

/** A number in the user's notation. Asks about an ambiguous one when the field loses focus. */
function NumberField({ field, value, onValue, faults, path = '', isReadOnly = false }: OneProps) {
  const word = useSettingLabel()
  const language = useReaderLanguage()
  const [isLeft, setIsLeft] = useState(false)
  const text = typeof value === 'number' ? numberText(value, language) : String(value ?? '')
  const serverFault = faults[path + field.name]
  const doubt = numberFault(text, readNumber(text, { language }), language)
  return (
    <Field label={word(field.name)} fault={isLeft || serverFault !== undefined ? (doubt ?? serverFault) : undefined}>
      {(input) => (
        <>
          <input
            {...input}
            readOnly={isReadOnly}
            inputMode="decimal"
            value={text}
            onChange={(event) => onValue(event.target.value)}
            onBlur={() => setIsLeft(true)}
          />
          {doubt !== undefined && isLeft && <NumberChoices text={text} onChoose={onValue} />}
        </>
      )}
    </Field>
  )
}

function FlagField({ field, value, onValue, faults, path = '', isReadOnly = false }: OneProps) {
  const { t } = useLingui()
  const word = useSettingLabel()
  const fault = faults[path + field.name]
  if (!field.isNullable) {
    return (
      <div>
        <CheckField isOn={value === true} onChange={onValue} disabled={isReadOnly}>
          {word(field.name)}
        </CheckField>
        {fault !== undefined && (
          <p role="alert" className="text-[12px] text-red">
            {fault}
          </p>
        )}
      </div>
    )
  }
  const choices = [
    { value: 'null', label: t(nullLabels[field.name] ?? msg`Organisation default`) },
    { value: 'true', label: t`Yes` },
    { value: 'false', label: t`No` },
  ]
  return (
    <Field label={word(field.name)} fault={undefined}>
      {({ id, className }) => (
        <Select
          id={id}
          className={className}
          choices={choices}
          value={String(value ?? null)}
          onChange={(text) => onValue(JSON.parse(text))}
          disabled={isReadOnly}
        />
      )}
    </Field>
  )
}

function ChoiceField({
  field,
  codes,
  value,
  onValue,
  faults,
  path = '',
  isReadOnly = false,
}: OneProps & { codes: readonly string[] }) {
  const { t } = useLingui()
  const choiceLabel = useChoiceLabel()
  const word = useSettingLabel()
  const none = field.isNullable ? [{ value: nothing, label: t`None` }] : []
  const choices = [
    ...none,
    ...codes.map((one) => ({ value: one === '' ? nothing : one, label: one === '' ? t`None` : choiceLabel(one) })),
  ]
  return (
    <Field label={word(field.name)} fault={faults[path + field.name]}>
      {({ id, className, ...aria }) => (
        <Select
          {...aria}
          id={id}
          className={className}
          choices={choices}
          value={value === null || value === undefined || value === '' ? nothing : String(value)}
          onChange={(text) => onValue(text !== nothing ? text : field.isNullable ? null : '')}
          disabled={isReadOnly}
        />
      )}
    </Field>
  )
}

function ChoicesField({ field, codes, value, onValue, isReadOnly = false }: OneProps & { codes: readonly string[] }) {
  const choiceLabel = useChoiceLabel()
  const word = useSettingLabel()
  const chosen = value as readonly string[]
  return (
    <fieldset>
      <legend className="pb-1 text-[12px] font-medium text-ink-2">{word(field.name)}</legend>
      <div className="grid grid-cols-2">
        {codes.map((one) => (
          <CheckField
            key={one}
            isOn={chosen.includes(one)}
            onChange={(isOn) => onValue(isOn ? [...chosen, one] : chosen.filter((other) => other !== one))}
            disabled={isReadOnly}
          >
            {choiceLabel(one)}
          </CheckField>
        ))}
      </div>
    </fieldset>
  )
}

function GroupField({ field, fields, value, onValue, path = '', ...rest }: OneProps) {
  const word = useSettingLabel()
  const headId = useId()
  const isThere = value !== null && value !== undefined
  return (
    <section aria-labelledby={headId} className="grid gap-3 rounded-lg border border-line px-3 pt-2 pb-3">
      <div className="flex min-h-7 items-center">
        <h3 id={headId} className="flex-1 font-semibold">
          {word(field.name)}
        </h3>
        {field.isNullable && (
          <CheckField
            isOn={isThere}
            onChange={(isOn) => onValue(isOn ? emptyValues(fields) : null)}
            disabled={rest.isReadOnly ?? false}
          >
            <Trans>Active</Trans>
          </CheckField>
        )}
      </div>
      {isThere && (
        <SchemaFields
          {...rest}
          fields={fields}
          values={value as FormValues}
          onChange={onValue}
          path={`${path}${field.name}.`}
        />
      )}
    </section>
  )
}

function RowsField({ field, fields, value, onValue, path = '', ...rest }: OneProps) {
  const { t } = useLingui()
  const word = useSettingLabel()
  const rows = value as readonly FormValues[]
  const fault = rest.faults[path + field.name]
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-[12px] font-medium text-ink-2">{word(field.name)}</legend>
      {fault !== undefined && (
        <p role="alert" className="text-[12px] text-red">
          {fault}
        </p>
      )}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and keep their place while they are typed
        <div key={at} className="flex gap-2 rounded-lg border border-line p-2.5">
          <div className="grid min-w-0 flex-1 grid-cols-2 gap-2">
            <SchemaFields
              {...rest}
              fields={fields}
              values={row}
              onChange={(next) => onValue(rows.with(at, next))}
              path={`${path}${field.name}.${at}.`}
            />
          </div>
          {!rest.isReadOnly && (
            <IconButton icon={Trash2} label={t`Remove row`} onClick={() => onValue(rows.toSpliced(at, 1))} />
          )}
        </div>
      ))}
      {!rest.isReadOnly && (
        <Button icon={Plus} className="justify-self-start" onClick={() => onValue([...rows, emptyValues(fields)])}>
          <Trans>Add row</Trans>
        </Button>
      )}
    </fieldset>
  )
}
