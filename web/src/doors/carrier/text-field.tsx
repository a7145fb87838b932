import { useId } from 'react'

interface TextFieldProps {
  label: string
  value: string
  onChange(value: string): void
  isLong?: boolean
  /** Shown after the field, such as a currency. */
  unit?: string
  inputMode?: 'decimal'
}

/** Form field with a label above it. */
export function TextField({ label, value, onChange, isLong = false, unit, inputMode }: TextFieldProps) {
  const id = useId()
  const shared = { id, value, className: 'door-input', autoComplete: 'off' }
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-[15px] font-medium">
        {label}
      </label>
      {isLong ? (
        <textarea {...shared} rows={3} maxLength={1_000} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <span className="flex items-center gap-2">
          <input {...shared} maxLength={200} inputMode={inputMode} onChange={(event) => onChange(event.target.value)} />
          {unit !== undefined && <span className="text-ink-2">{unit}</span>}
        </span>
      )}
    </div>
  )
}
