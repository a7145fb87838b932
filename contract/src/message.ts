/** A translatable sentence: a fixed text, or a template with its arguments. */
export type Sentence = string | Message

/** Argument of a message: a name, a number, or another sentence. */
type Value = Sentence | number | null | undefined

/**
 * Translatable message: template and arguments, created by the tag `msg`. As a string it is its English text; a
 * translation uses the template and arguments.
 */
export class Message {
  /** English text with `{0}`, `{1}` … as placeholders. */
  readonly pattern: string
  readonly values: readonly Value[]

  constructor(pattern: string, values: readonly Value[]) {
    this.pattern = pattern
    this.values = values
  }

  toString(): string {
    return fill(this.pattern, this.values.map(String))
  }

  toJSON(): string {
    return this.toString()
  }
}

/** Creates a message: msg`${trip.name} has no stops.` An argument may itself be a sentence. */
export function msg(texts: TemplateStringsArray, ...values: Value[]): Message {
  const pattern = texts.map((text, index) => (index === 0 ? text : `{${index - 1}}${text}`)).join('')
  return new Message(pattern, values)
}

/**
 * Fills placeholders: `{name}` from an object, `{0}` from a list. Placeholders without a value stay, and those within
 * values are not replaced.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>> | readonly string[]): string {
  const members = new Map(Object.entries<string | number>(values))
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(members.get(name) ?? place))
}

/** A sentence as a schema issue, which carries it in addition to its English text. */
export function asIssue(sentence: Sentence): { message: string; params: { sentence: Sentence } } {
  return { message: String(sentence), params: { sentence } }
}
