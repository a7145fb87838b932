import { digitsText, type NumberReading, numberText, readNumber } from '@cartage/contract/reading/number'
import { t } from '@lingui/core/macro'
import { AmbiguousNumber, Choices } from './ambiguous-number.tsx'
import { useReaderLanguage } from './reader-language.ts'

/**
 * Parses the number of a field. Null if empty.
 * @throws AmbiguousNumber if the text is unreadable or ambiguous
 */
export function numberOf(text: string, language: string): number | null {
  const reading = readNumber(text, { language })
  if (reading.kind === 'empty') return null
  if (reading.kind === 'number') return reading.value
  throw new AmbiguousNumber(numberFault(text, reading, language)!, choicesOf(reading, language))
}

/** Error of a number field's text, if any. */
export function numberFault(text: string, reading: NumberReading, language: string): string | undefined {
  if (reading.kind === 'unreadable') return t`Not a number. Use 4500 or 4500,5.`
  if (reading.kind !== 'doubtful') return undefined
  const [one, other] = [digitsText(reading.values[0], language), digitsText(reading.values[1], language)]
  return t`“${text.trim()}” could be ${one} or ${other}: please confirm.`
}

function choicesOf(reading: NumberReading, language: string): string[] {
  return reading.kind === 'doubtful' ? reading.values.map((value) => numberText(value, language)) : []
}

/** Possible numbers of a text, to choose with one press. Nothing if it is unambiguous. */
export function NumberChoices({ text, onChoose }: { text: string; onChoose: (text: string) => void }) {
  const language = useReaderLanguage()
  const choices = choicesOf(readNumber(text, { language }), language)
  return <Choices choices={choices} onChoose={onChoose} />
}
