/** A text that should be a number and was not saved; `choices` are the numbers it could be, as texts with one reading. */
export class AmbiguousNumber extends Error {
  override name = 'AmbiguousNumber'
  readonly choices: readonly string[]

  constructor(message: string, choices: readonly string[]) {
    super(message)
    this.choices = choices
  }
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
