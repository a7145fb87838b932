/** Thrown instead of saving an unclear number. `choices` are the possible numbers, as unambiguous texts. */
export class AmbiguousNumber extends Error {
  override name = 'AmbiguousNumber'
  readonly choices: readonly string[]

  constructor(message: string, choices: readonly string[]) {
    super(message)
    this.choices = choices
  }
}

/** Texts to choose with one press, without taking the focus out of the field first. */
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
