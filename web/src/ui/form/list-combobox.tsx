import { Combobox } from './combobox.tsx'
import type { Choice } from './select.tsx'

/** Maximum number of lines offered. */
const mostShown = 50

interface ListComboboxProps {
  id?: string | undefined
  label?: string | undefined
  /** Unique name of the list. */
  listKey: string
  choices: readonly Choice[]
  /** A value missing from the choices is shown unchanged. */
  value: string
  onChange: (value: string) => void
  disabled?: boolean | undefined
  className?: string | undefined
  'aria-invalid'?: boolean | undefined
  'aria-describedby'?: string | undefined
}

/** Chooses from a long list by part of a label or code. The code is shown next to the label. */
export function ListCombobox({ listKey, choices, value, onChange, ...rest }: ListComboboxProps) {
  const chosen = choices.find((one) => one.value === value) ?? (value === '' ? null : { value, label: value })
  return (
    <Combobox
      {...rest}
      value={chosen}
      onChange={(choice) => choice !== null && onChange(choice.value)}
      queryKey={['list', listKey]}
      search={async (text) => fitting(choices, text).slice(0, mostShown)}
      textOf={({ label }) => label}
      keyOf={(one) => one.value}
      sideOf={(one) => (one.label.includes(one.value) ? null : one.value)}
    />
  )
}

/** Choices containing the text. Those with a word starting with it come first. */
function fitting(choices: readonly Choice[], text: string): readonly Choice[] {
  const wanted = plain(text)
  if (wanted === '') return choices
  const found = choices.filter(({ value, label }) => plain(`${label} ${value}`).includes(wanted))
  const begins = ({ value, label }: Choice) => ` ${plain(`${label} ${value}`)}`.includes(` ${wanted}`)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))]
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[/_()-]+/g, ' ')
    .trim()
}
