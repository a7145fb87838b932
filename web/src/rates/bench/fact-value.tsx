import type { FactType, FactValue } from '@cartage/contract/rates/app/facts'
import { useLingui } from '@lingui/react/macro'
import { DayField } from '../../ui/form/day-field.tsx'
import { Select } from '../../ui/form/select.tsx'

interface InputProps {
  id: string
  className: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  type: FactType
  value: FactValue | undefined
  /** Empty text if unknown. */
  onChange: (value: FactValue) => void
}

/** Input for the value of a fact. */
export function FactValueInput({ type, value, onChange, ...input }: InputProps) {
  const { t } = useLingui()
  if (type === 'flag') {
    return (
      <Select
        id={input.id}
        className={input.className}
        choices={[
          { value: 'unknown', label: t`Unknown` },
          { value: 'true', label: t`Yes` },
          { value: 'false', label: t`No` },
        ]}
        value={typeof value === 'boolean' ? String(value) : 'unknown'}
        onChange={(text) => onChange(text === 'unknown' ? '' : text === 'true')}
      />
    )
  }
  if (type === 'date') return <DayField {...input} value={typeof value === 'string' ? value : ''} onChange={onChange} />
  const shown = Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : ''
  return (
    <input
      {...input}
      className="field tnum h-8 w-full"
      type={type === 'time' ? 'time' : 'text'}
      inputMode={type === 'decimal' ? 'decimal' : undefined}
      placeholder={value === null ? t`None` : type === 'texts' ? t`Separated by commas` : undefined}
      value={shown}
      onChange={(event) => {
        const text = event.target.value
        onChange(type === 'texts' && text !== '' ? text.split(',') : text)
      }}
    />
  )
}
