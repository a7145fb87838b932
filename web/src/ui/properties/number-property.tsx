import { numberText } from '@cartage/contract/reading/number'
import { numberOf } from '../form/number-reading.tsx'
import { useReaderLanguage } from '../form/reader-language.ts'
import { EditableProperty } from './properties.tsx'

interface NumberPropertyProps {
  name: string
  value: number | null | undefined
  /** Gets null when the line was emptied, and only then. Rejects when the server refuses. */
  onSave: (value: number | null) => Promise<unknown>
  isEditable: boolean
  placeholder?: string
  /** After the number. */
  unit?: string
}

/** A line with a number that is edited in place: an ambiguous number is queried and not saved. */
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
