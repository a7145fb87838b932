import { numberText } from '@cartage/contract/reading/number'
import { numberOf } from '../form/number-reading.tsx'
import { useReaderLanguage } from '../form/reader-language.ts'
import { EditableProperty } from './properties.tsx'

interface NumberPropertyProps {
  name: string
  value: number | null | undefined
  /** Receives null only if the field was cleared. Rejects when the server refuses. */
  onSave: (value: number | null) => Promise<unknown>
  isEditable: boolean
  placeholder?: string
  /** Shown after the number. */
  unit?: string
}

/** A numeric property, edited in place. Asks about an ambiguous number instead of saving it. */
export function NumberProperty({ name, value, onSave, isEditable, placeholder, unit }: NumberPropertyProps) {
  const language = useReaderLanguage()
  const withoutUnit = (text: string) =>
    unit !== undefined && text.trim().endsWith(unit) ? text.trim().slice(0, -unit.length) : text
  return (
    <EditableProperty
      name={name}
      value={numberText(value, language)}
      isEditable={isEditable}
      {...(placeholder !== undefined && { placeholder })}
      onSave={async (text) => onSave(numberOf(withoutUnit(text), language))}
    />
  )
}
