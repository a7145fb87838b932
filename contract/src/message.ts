/** A translatable sentence: a fixed text, or a template with its arguments. */
export type Sentence = string | Message

/** An argument of a message: a name, a number, or a sentence again. */
type Value = Sentence | number | null | undefined

/**
 * A translatable message: template and arguments, made by the tag `msg`. Where a string is needed it is its English text; a translation
 * takes the template and the arguments.
 */
export class Message {
  /** The English text with `{0}`, `{1}` … for the values. */
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

/** Makes a message: msg`${trip.name} has no stops.` An argument may be a sentence itself. */
export function msg(texts: TemplateStringsArray, ...values: Value[]): Message {
  const pattern = texts.map((text, index) => (index === 0 ? text : `{${index - 1}}${text}`)).join('')
  return new Message(pattern, values)
}

/**
 * A text with its values: `{name}` is replaced, and `{0}` by the first of a list. A place without a value stays, and places in values
 * are left as they are.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>> | readonly string[]): string {
  const members = new Map(Object.entries<string | number>(values))
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(members.get(name) ?? place))
}

/** A sentence as the complaint of a schema, which carries it next to its English text. */
export function asIssue(sentence: Sentence): { message: string; params: { sentence: Sentence } } {
  return { message: String(sentence), params: { sentence } }
}
