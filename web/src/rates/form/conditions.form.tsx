import { Condition, weekdays } from '@cartage/contract/rates/app/conditions'
import { type Fact, factOf, factTable } from '@cartage/contract/rates/app/facts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLabels } from '../../records/code-labels.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Plus, Trash2 } from '../../ui/icons.tsx'
import { conditionLabels, lineChoiceLabels } from '../block.labels.ts'
import { FunctionSquare } from '../icons.tsx'
import { weekdayText } from '../sentences.ts'
import { exact, type FormValues, optionsOf, written } from './contract-fields.ts'
import { FactInput } from './fact-field.tsx'

const options = optionsOf(Condition)

/** Condition kinds available for a fact. */
function kindsFor(fact: Fact | undefined): string[] {
  return options.flatMap(({ value, fields }) => {
    const field = fields.find(({ name }) => name === 'fact')
    const takes = field?.kind === 'fact' && field.facts.some(({ name }) => name === fact?.name)
    return takes ? [value] : []
  })
}

/** Conditions that must all hold, one per row. */
export function ConditionsForm({
  values,
  onChange,
  faults,
  path,
}: {
  values: readonly FormValues[]
  onChange: (values: readonly FormValues[]) => void
  faults: Readonly<Record<string, string>>
  path: string
}) {
  const { t } = useLingui()
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 font-medium">
        <Trans>Conditions</Trans>
      </legend>
      {values.length === 0 && (
        <p className="text-ink-3">
          <Trans>Always applies.</Trans>
        </p>
      )}
      {values.map((condition, at) => {
        const fault = Object.entries(faults).find(([one]) => `${one}.`.startsWith(`${path}.${at}.`))?.[1]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id and keep their place while they are typed
          <div key={at} className="grid gap-1">
            <div className="flex items-start gap-2">
              <ConditionRow condition={condition} onChange={(next) => onChange(values.with(at, next))} />
              <IconButton icon={Trash2} label={t`Remove condition`} onClick={() => onChange(values.toSpliced(at, 1))} />
            </div>
            {fault !== undefined && (
              <p role="alert" className="text-[12px] text-red">
                {fault}
              </p>
            )}
          </div>
        )
      })}
      <div className="flex gap-2">
        <Button icon={Plus} onClick={() => onChange([...values, { kind: 'IS', fact: '', value: '' }])}>
          <Trans>Add condition</Trans>
        </Button>
        <Button
          variant="ghost"
          icon={FunctionSquare}
          onClick={() => onChange([...values, { kind: 'FORMULA', formula: '' }])}
        >
          <Trans>Add formula</Trans>
        </Button>
      </div>
    </fieldset>
  )
}

interface RowProps {
  condition: FormValues
  onChange: (condition: FormValues) => void
}

function ConditionRow({ condition, onChange }: RowProps) {
  const { t } = useLingui()
  const word = useLabels(conditionLabels)
  if (condition.kind === 'FORMULA') {
    return (
      <textarea
        aria-label={t`Formula`}
        rows={2}
        spellCheck={false}
        className="field h-auto min-w-0 flex-1 resize-y py-1 font-mono text-[12px]"
        value={String(condition.formula ?? '')}
        onChange={(event) => onChange({ kind: 'FORMULA', formula: event.target.value })}
      />
    )
  }
  const name = String(condition.fact ?? '')
  const fact = factOf(name)
  const kinds = kindsFor(fact ?? factTable.find((one) => one.name === `${name}*`))
  function chooseFact(next: string) {
    const fitting = kindsFor(factOf(next) ?? factTable.find((one) => one.name === `${next}*`))
    const isSameType = factOf(next)?.type === fact?.type
    const kind = fitting.includes(String(condition.kind)) ? condition.kind : (fitting[0] ?? 'IS')
    onChange(isSameType ? { ...condition, kind, fact: next } : emptyCondition(String(kind), next))
  }
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1.2fr)_130px_minmax(0,1fr)] gap-2 max-sm:grid-cols-1">
      <FactInput label={t`Fact`} className="h-8" facts={factTable} value={name} onChange={chooseFact} />
      <Select
        label={t`Comparison`}
        className="h-8"
        choices={(kinds.length === 0 ? ['IS'] : kinds).map((kind) => ({ value: kind, label: word(kind) }))}
        value={String(condition.kind)}
        onChange={(kind) => onChange(emptyCondition(kind, name))}
      />
      <ConditionValue condition={condition} fact={fact} onChange={onChange} />
    </div>
  )
}

/** An empty condition of a kind on a fact. */
function emptyCondition(kind: string, fact: string): FormValues {
  const type = factOf(fact)?.type
  switch (kind) {
    case 'IN':
    case 'NOT_IN':
      return { kind, fact, values: [] }
    case 'PREFIX':
      return { kind, fact, prefixes: [] }
    case 'WEEKDAY':
      return { kind, fact, days: [] }
    case 'BETWEEN':
    case 'KNOWN':
      return { kind, fact }
    default:
      return { kind, fact, value: type === 'flag' ? true : '' }
  }
}

const bounds = ['from', 'above', 'to', 'below'] as const

function ConditionValue({ condition, fact, onChange }: RowProps & { fact: Fact | undefined }) {
  const { t } = useLingui()
  const word = useLabels(lineChoiceLabels)
  const { kind } = condition
  const change = (members: FormValues) => onChange({ ...condition, ...members })
  if (kind === 'KNOWN') return <span />
  if (kind === 'WEEKDAY') {
    const days = (condition.days ?? []) as readonly string[]
    return (
      <div className="grid grid-cols-2">
        {weekdays.map((day) => (
          <CheckField
            key={day}
            isOn={days.includes(day)}
            onChange={(isOn) => change({ days: weekdays.filter((one) => (one === day ? isOn : days.includes(one))) })}
          >
            {weekdayText(day)}
          </CheckField>
        ))}
      </div>
    )
  }
  if (kind === 'BETWEEN') {
    return (
      <div className="grid grid-cols-2 gap-1">
        {bounds.map((name) => (
          <ValueInput
            key={name}
            type={fact?.type}
            label={word(name)}
            value={String(condition[name] ?? '')}
            onChange={(text) => change({ [name]: text })}
          />
        ))}
      </div>
    )
  }
  const list = kind === 'PREFIX' ? 'prefixes' : 'values'
  if (kind === 'IN' || kind === 'NOT_IN' || kind === 'PREFIX') {
    return (
      <input
        className="field h-8 w-full"
        aria-label={t`Values, separated by commas`}
        value={((condition[list] ?? []) as readonly string[]).join(',')}
        onChange={(event) => change({ [list]: event.target.value === '' ? [] : event.target.value.split(',') })}
      />
    )
  }
  if (fact?.type === 'flag') {
    return (
      <Select
        label={t`Value`}
        className="h-8"
        choices={[
          { value: 'true', label: t`Yes` },
          { value: 'false', label: t`No` },
        ]}
        value={String(condition.value)}
        onChange={(text) => change({ value: text === 'true' })}
      />
    )
  }
  return (
    <ValueInput
      type={fact?.type}
      label={t`Value`}
      value={String(condition.value ?? '')}
      onChange={(value) => change({ value })}
    />
  )
}

function ValueInput({
  type,
  label,
  value,
  onChange,
}: {
  type: Fact['type'] | undefined
  label: string
  value: string
  onChange: (text: string) => void
}) {
  if (type === 'date')
    return <DayField className="field h-8 w-full" aria-label={label} value={value} onChange={onChange} />
  return (
    <input
      className="field tnum h-8 w-full min-w-0"
      type={type === 'time' ? 'time' : 'text'}
      inputMode={type === 'decimal' ? 'decimal' : undefined}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Conditions in request format, without empty values. */
export function conditionsToSend(values: readonly FormValues[], language: string): FormValues[] {
  return values.map((condition) => {
    const type = factOf(String(condition.fact ?? ''))?.type
    const entries = Object.entries(condition).flatMap(([name, value]): [string, unknown][] => {
      if (Array.isArray(value)) return [[name, value.map((one) => String(one).trim()).filter((one) => one !== '')]]
      if (typeof value !== 'string') return [[name, value]]
      if (value.trim() === '' && name !== 'value') return []
      const isDecimal = type === 'decimal' && (name === 'value' || bounds.some((one) => one === name))
      return [[name, isDecimal ? exact(value, language) : value.trim()]]
    })
    return Object.fromEntries(entries)
  })
}

/** Conditions as form values. */
export function conditionsToShow(values: readonly FormValues[], language: string): FormValues[] {
  return values.map((condition) => {
    if (factOf(String(condition.fact ?? ''))?.type !== 'decimal') return condition
    const entries = Object.entries(condition).map(([name, value]) => {
      const isDecimal = typeof value === 'string' && name !== 'kind' && name !== 'fact'
      return [name, isDecimal ? written(value, language) : value]
    })
    return Object.fromEntries(entries)
  })
}
