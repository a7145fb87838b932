import { digitsText, type NumberReading, numberText, readNumber } from '@cartage/contract/reading/number'
import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** The language that this person reads and writes numbers and dates in, as a tag. */
export function useReaderLanguage(): string {
  const { i18n } = useLingui()
  return languageOf(i18n.locales)
}

/** The first of the tags that say how numbers and dates are written. */
export function languageOf(locales: string | string[] | undefined): string {
  return (Array.isArray(locales) ? locales[0] : locales) ?? 'en-GB'
}

/** A text that was to be a number and was not saved; `choices` are the numbers it could be, as texts without doubt. */
export class NumberDoubt extends Error {
  override name = 'NumberDoubt'
  readonly choices: readonly string[]

  constructor(message: string, choices: readonly string[]) {
    super(message)
    this.choices = choices
  }
}

/**
 * The number a field says, null when it is empty.
 * @throws NumberDoubt when it cannot be read, or in two ways
 */
export function numberOf(text: string, language: string): number | null {
  const reading = readNumber(text, { language })
  if (reading.kind === 'empty') return null
  if (reading.kind === 'number') return reading.value
  throw new NumberDoubt(numberFault(text, reading, language)!, choicesOf(reading, language))
}

/** What is wrong with the text of a field with a number; undefined when nothing is. */
export function numberFault(text: string, reading: NumberReading, language: string): string | undefined {
  if (reading.kind === 'unreadable') return t`Not a number. Use 4500 or 4500,5.`
  if (reading.kind !== 'doubtful') return undefined
  const [one, other] = [digitsText(reading.values[0], language), digitsText(reading.values[1], language)]
  return t`“${text.trim()}” could be ${one} or ${other}: please confirm.`
}

function choicesOf(reading: NumberReading, language: string): string[] {
  return reading.kind === 'doubtful' ? reading.values.map((value) => numberText(value, language)) : []
}

/** The numbers that a text could be, to be chosen with one press. Nothing when there is no doubt. */
export function NumberChoices({ text, onChoose }: { text: string; onChoose: (text: string) => void }) {
  const language = useReaderLanguage()
  const choices = choicesOf(readNumber(text, { language }), language)
  return <Choices choices={choices} onChoose={onChoose} />
}

/** Texts to be chosen with one press; pressing one does not take the cursor out of its field first. */
export function Choices({ choices, onChoose }: { choices: readonly string[]; onChoose: (text: string) => void }) {
  if (choices.length === 0) return null
  return (
    <span className="flex flex-wrap gap-1.5 py-1">
      {choices.map((choice) => (
        <button
          key={choice}
          type="button"
          className="btn btn-outline tnum"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          {choice}
        </button>
      ))}
    </span>
  )
}
