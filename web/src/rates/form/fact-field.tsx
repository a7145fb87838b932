import { type Fact, factOf, factTable } from '@cartage/contract/rates/app/facts'
import { useLingui } from '@lingui/react/macro'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Select } from '../../ui/form/select.tsx'
import { factText } from '../fact.labels.ts'

/** Whether a search text matches a fact. */
function fits(fact: Fact, text: string): boolean {
  const searched = text.trim().toLowerCase()
  return `${factText(fact.name)} ${fact.name}`.toLowerCase().includes(searched)
}

/** Chooses a fact by label or name. For a family of facts, the last part is typed. */
export function FactInput({
  facts,
  value,
  onChange,
  label,
  placeholder,
  ...input
}: {
  id?: string
  className?: string
  label?: string
  placeholder?: string
  facts: readonly Fact[]
  value: string
  onChange: (name: string) => void
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
}) {
  const { t } = useLingui()
  const family = facts.find(({ name }) => name.endsWith('.*') && value.startsWith(name.slice(0, -1)))
  const fact = facts.find(({ name }) => name === value) ?? family ?? null
  const start = family?.name.slice(0, -1) ?? ''
  return (
    <div className="flex gap-2">
      <Combobox<Fact>
        {...input}
        label={label}
        className={`min-w-0 flex-1 ${input.className ?? ''}`}
        value={fact}
        onChange={(chosen) => onChange(chosen === null ? '' : chosen.name.replace(/\*$/, ''))}
        queryKey={['facts', facts.length, facts[0]?.name]}
        search={async (text) => facts.filter((one) => fits(one, text))}
        textOf={(one) => factText(one.name)}
        keyOf={(one) => one.name}
        sideOf={(one) => <span className="font-mono text-[11px]">{one.name}</span>}
        placeholder={placeholder ?? t`Choose…`}
      />
      {family !== undefined && (
        <input
          className="field h-8 w-24"
          aria-label={t`Name of ${factText(family.name)}`}
          value={value.slice(start.length)}
          onChange={(event) => onChange(start + event.target.value)}
        />
      )}
    </div>
  )
}

/** Facts that can find the row of a table: zones, or text facts. */
const finders = [
  'pickup.zone',
  'delivery.zone',
  ...factTable.filter(({ name, type }) => type === 'text' && factOf(name) !== undefined).map(({ name }) => name),
]

const nothing = '\u0000'

/** Chooses how the row of a table is found: by one or two zones or texts. */
export function RowFinders({
  value,
  onChange,
}: {
  value: readonly string[]
  onChange: (names: readonly string[]) => void
}) {
  const { t } = useLingui()
  const [first = '', second] = value
  const named = (names: readonly string[]) =>
    [...new Set([...finders, ...names])].map((name) => ({ value: name, label: factText(name) }))
  return (
    <div className="grid grid-cols-2 gap-2">
      <Select
        label={t`Row found by`}
        className="h-8"
        choices={named(first === '' ? [] : [first])}
        value={first === '' ? null : first}
        placeholder={t`Choose…`}
        onChange={(name) => onChange(second === undefined ? [name] : [name, second])}
      />
      <Select
        label={t`And by`}
        className="h-8"
        choices={[{ value: nothing, label: t`One key only` }, ...named(second === undefined ? [] : [second])]}
        value={second ?? nothing}
        onChange={(name) => onChange(name === nothing ? [first] : [first, name])}
      />
    </div>
  )
}
