import { type FactLevel, type Facts, type FactThing, factOf } from '@cartage/contract/rates/app/facts'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Plus, Trash2 } from '../../ui/icons.tsx'
import { factText } from '../fact.labels.ts'
import { FactInput } from '../form/fact-field.tsx'
import { FactValueInput } from './fact-value.tsx'
import { addableFacts, shownFacts, type TypedValues, thingLists } from './typed-facts.ts'

interface FactsFormProps {
  facts: Facts
  onChange: (facts: Facts) => void
  /** Facts used by the card. */
  named: readonly string[]
}

/** Facts of an order or trip: of the whole, of each consignment, stop and trip, and its costs. */
export function FactsForm({ facts, onChange, named }: FactsFormProps) {
  const { t } = useLingui()
  const isTrip = facts.subject === 'TRIP'
  // A trip's own facts are those of the whole.
  const levels = isTrip ? (['SUBJECT', 'TRIP'] as const) : (['SUBJECT'] as const)
  return (
    <div className="grid gap-3">
      <FactGroup
        title={isTrip ? t`Trip` : t`Order`}
        levels={levels}
        values={facts.values}
        named={named}
        onChange={(values) => onChange({ ...facts, values })}
      >
        <Head facts={facts} onChange={onChange} />
      </FactGroup>
      {!isTrip && (
        <>
          <Things level="CONSIGNMENT" {...{ facts, onChange, named }} />
          <Things level="STOP" {...{ facts, onChange, named }} />
          <Things level="TRIP" {...{ facts, onChange, named }} />
          <Costs facts={facts} onChange={onChange} />
        </>
      )}
    </div>
  )
}

function Head({ facts, onChange }: Omit<FactsFormProps, 'named'>) {
  const { t } = useLingui()
  const text = (member: 'company' | 'company_group' | 'transport_service', label: string) => (
    <TextField
      label={label}
      value={facts[member] ?? ''}
      onChange={(text) => onChange({ ...facts, [member]: text || null })}
    />
  )
  return (
    <>
      {text('company', facts.subject === 'TRIP' ? t`Carrier code` : t`Customer code`)}
      {text('company_group', t`Company group`)}
      {text('transport_service', t`Transport service`)}
    </>
  )
}

function FactGroup({
  title,
  levels,
  values,
  named,
  onChange,
  onRemove,
  children,
}: {
  title: string
  levels: readonly FactLevel[]
  values: TypedValues
  named: readonly string[]
  onChange: (values: FactThing['values']) => void
  onRemove?: () => void
  children?: ReactNode
}) {
  const { t } = useLingui()
  const headId = useId()
  const shown = levels.flatMap((level) => shownFacts(level, named, values))
  const addable = levels.flatMap((level) => addableFacts(level, shown))
  const without = (name: string) => Object.fromEntries(Object.entries(values).filter(([one]) => one !== name))
  return (
    <section aria-labelledby={headId} className="rounded-lg border border-line px-3 pt-1.5 pb-2.5">
      <div className="flex min-h-7 items-center">
        <h3 id={headId} className="flex-1 font-medium">
          {title}
        </h3>
        {onRemove && <IconButton icon={Trash2} label={t`Remove ${title}`} onClick={onRemove} />}
      </div>
      <div className="grid gap-x-3 sm:grid-cols-2">
        {children}
        {shown.map((name) => (
          <Field key={name} label={factText(name)} fault={undefined}>
            {(input) => (
              <FactValueInput
                {...input}
                type={factOf(name)?.type ?? 'text'}
                value={values[name]}
                onChange={(value) => onChange(value === '' ? without(name) : { ...values, [name]: value })}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="pt-2">
        <FactInput
          label={t`Add fact to ${title}`}
          placeholder={t`Add fact…`}
          className="h-7"
          facts={addable}
          value=""
          onChange={(name) => name !== '' && onChange({ ...values, [name]: '' })}
        />
      </div>
    </section>
  )
}

function Things({ level, facts, onChange, named }: FactsFormProps & { level: keyof typeof thingLists }) {
  const { t } = useLingui()
  const list = thingLists[level]
  const things = facts[list]
  const labels = { CONSIGNMENT: t`Consignment`, STOP: t`Stop`, TRIP: t`Trip` }
  const add = { CONSIGNMENT: t`Add consignment`, STOP: t`Add stop`, TRIP: t`Add trip` }
  const isNamed = named.some((name) => factOf(name)?.level === level)
  const put = (next: readonly FactThing[]) => onChange({ ...facts, [list]: next })
  const name = list.slice(0, -1)
  const free = () => {
    for (let number = things.length + 1; ; number += 1) {
      if (!things.some(({ id }) => id === `${name}-${number}`)) return `${name}-${number}`
    }
  }
  return (
    <>
      {things.map((thing, at) => (
        <FactGroup
          key={thing.id}
          title={`${labels[level]} ${at + 1}`}
          levels={[level]}
          values={thing.values}
          named={named}
          onChange={(values) => put(things.with(at, { ...thing, values }))}
          onRemove={() => put(things.toSpliced(at, 1))}
        />
      ))}
      {(isNamed || things.length > 0) && (
        <Button
          icon={Plus}
          variant="ghost"
          className="justify-self-start"
          onClick={() => put([...things, { id: free(), values: {} }])}
        >
          {add[level]}
        </Button>
      )}
    </>
  )
}

/** Costs that a line may pass on. */
function Costs({ facts, onChange }: Omit<FactsFormProps, 'named'>) {
  const { t } = useLingui()
  const { costs } = facts
  const put = (at: number, members: Partial<Facts['costs'][number]>) =>
    onChange({ ...facts, costs: costs.with(at, { ...costs[at]!, ...members }) })
  return (
    <>
      {costs.map((cost, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: costs have no id and keep their place while they are typed
        <div key={at} className="flex items-center gap-2">
          <input
            className="field h-8 min-w-0 flex-1"
            aria-label={t`Charge type`}
            placeholder={t`Charge type`}
            value={cost.type}
            onChange={(event) => put(at, { type: event.target.value })}
          />
          <input
            className="field tnum h-8 w-28"
            inputMode="decimal"
            aria-label={t`Amount`}
            placeholder={t`Amount`}
            value={cost.amount}
            onChange={(event) => put(at, { amount: event.target.value })}
          />
          <span className="text-ink-3">{cost.currency}</span>
          <IconButton
            icon={Trash2}
            label={t`Remove cost`}
            onClick={() => onChange({ ...facts, costs: costs.toSpliced(at, 1) })}
          />
        </div>
      ))}
      <Button
        icon={Plus}
        variant="ghost"
        className="justify-self-start"
        onClick={() => onChange({ ...facts, costs: [...costs, { type: '', amount: '', currency: 'EUR' }] })}
      >
        <Trans>Add cost</Trans>
      </Button>
    </>
  )
}
