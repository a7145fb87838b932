import { Combobox } from './combobox.tsx'
import type { Choice } from './select.tsx'

/** Lines that are offered at a time. */
const mostShown = 50

interface ListComboboxProps {
  id?: string | undefined
  label?: string | undefined
  /** A name for the list among all lists. */
  listKey: string
  choices: readonly Choice[]
  /** A value that is not among the choices is shown as it is. */
  value: string
  onChange: (value: string) => void
  disabled?: boolean | undefined
  className?: string | undefined
  'aria-invalid'?: boolean | undefined
  'aria-describedby'?: string | undefined
}

/** One of a long list, found by typing a part of its label or its code; the code is shown at its side. */
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

/** Those that have the text in them, first those of which a word begins with it. */
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
