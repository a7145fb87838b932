/** A sentence for people that can also be said in another language: a fixed text, or one with what it was made of. */
export type Sentence = string | Said

/** What is in a sentence: a name, a number, or a sentence again. */
type Value = Sentence | number | null | undefined

/**
 * A sentence with values in it, made by `said`. It is its English text wherever text is requested; the pattern and the
 * values are there for who says it in another language.
 */
export class Said {
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

/** Marks a sentence with values: said`${trip.name} has no stops.` A value may be a sentence itself. */
export function said(texts: TemplateStringsArray, ...values: Value[]): Said {
  const pattern = texts.map((text, index) => (index === 0 ? text : `{${index - 1}}${text}`)).join('')
  return new Said(pattern, values)
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
export function asIssue(words: Sentence): { message: string; params: { words: Sentence } } {
  return { message: String(words), params: { words } }
}
